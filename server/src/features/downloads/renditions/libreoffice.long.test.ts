import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { renditions } from '@sheaf/contract';
import { provide } from '@sheaf/sandbox';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietAccount } from '../../../testing/documents.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { addFiles } from '../../../testing/stored-files.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const soffice = provide('libreoffice');

const slides = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
  xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
  xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2"
  office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>
  <draw:page draw:name="one"><draw:frame svg:x="1cm" svg:y="1cm" svg:width="20cm" svg:height="5cm"><draw:text-box>
  <text:p>Slides of 1999</text:p></draw:text-box></draw:frame></draw:page>
</office:presentation></office:body></office:document>`;

describe.skipIf(soffice === null)('with LibreOffice', () => {
  let app: TestApp;
  let anna: TestPerson;
  let dir: string;
  let inside: Server;
  const asked: string[] = [];
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sheaf-libreoffice-'));
    inside = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    app = await testApp({ soffice: soffice! });
    anna = await person(app);
  });
  afterAll(async () => {
    await app.close();
    inside.close();
    await rm(dir, { recursive: true, force: true });
  });

  /** A file written by LibreOffice itself, in a format from before 2007. */
  async function old(name: string, content: string, format: string): Promise<Buffer> {
    const file = join(dir, name);
    await writeFile(file, content);
    const profile = `-env:UserInstallation=${pathToFileURL(join(dir, 'profile')).href}`;
    await promisify(execFile)(soffice!, ['--headless', profile, '--convert-to', format, '--outdir', dir, file]);
    return readFile(file.replace(/\.\w+$/, `.${format.split(':')[0]}`));
  }

  async function textOf(bytes: Buffer, name: string): Promise<string> {
    const [id] = await addFiles(app, anna, await quietAccount(app, anna), [{ name, bytes }]);
    const ask = async () => (await anna.call(renditions.prepare, { params: { id: id! } })).data;
    expect((await ask()).state).toBe('preparing');
    await app.work();
    const { reason, local_path } = await ask();
    if (reason) return reason;
    const base = await app.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => listening());
    const pdf = await (await fetch(`${base}/storage/${local_path}`)).arrayBuffer();
    const document = await getDocument({ data: new Uint8Array(pdf) }).promise;
    const { items } = await (await document.getPage(1)).getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join('');
  }

  const listening = () => `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;

  it('makes PDFs of letters and slides', async () => {
    expect(await textOf(await old('letter.txt', 'A letter of 1999', 'doc:MS Word 97'), 'letter.doc')).toContain(
      'A letter of 1999',
    );
    expect(await textOf(await old('slides.fodp', slides, 'ppt:MS PowerPoint 97'), 'slides.ppt')).toContain(
      'Slides of 1999',
    );
  });

  it('never fetches what a file links to', async () => {
    const { port } = inside.address() as AddressInfo;
    const html = `<p>Linked</p><img src="http://127.0.0.1:${port}/beacon.png" width="9" height="9">`;
    const linked = await old('linked.html', html, 'doc:MS Word 97');
    asked.length = 0;
    expect(await textOf(linked, 'linked.doc')).toContain('Linked');
    expect(asked).toEqual([]);
  });

  it('reports a damaged file', async () => {
    const whole = await old('torn.txt', 'torn '.repeat(5_000), 'doc:MS Word 97');
    const damaged = Buffer.concat([whole.subarray(0, 512), Buffer.alloc(20_000, 0xff)]);
    expect(await textOf(damaged, 'torn.doc')).toBe('This file is damaged, or not what its name says.');
  });
});
