import { createCanvas } from '@napi-rs/canvas';
import { contract } from '@sheaf/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quietAccount } from '../../../testing/documents.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { addFiles } from '../../../testing/stored-files.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { canScan, picture, scannedPage } from '../testing/pictures.ts';
import { pdf } from '../testing/sample-files.ts';
import { wantTexts } from '../want-texts.ts';
import { readNextScan } from './read-scans.ts';
import { createScanners } from './scanners.ts';

/** Reading has the lowest priority, so it takes long on a busy machine. */
const patience = 900_000;
const on = { languages: ['eng'] };

let app: TestApp;
let me: TestPerson;
let account: string;
beforeAll(async () => {
  app = await testApp({ ocr: on });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.services.config.ocr = on;
  for (const table of ['documents', 'blobs']) await app.services.pool.query(`delete from ${table}`);
  me = await person(app);
  account = await quietAccount(app, me);
});

async function add(name: string, bytes: Uint8Array): Promise<string> {
  const [id] = await addFiles(app, me, account, [{ name, bytes }]);
  await wantTexts(app.services.db, [id!]);
  await app.work({ readTexts: true });
  return id!;
}

async function run(...jobs: string[]): Promise<void> {
  for (const job of jobs) {
    await app.services.pool.query('select graphile_worker.add_job($1)', [job]);
    await app.work();
  }
}
const sweepAndRead = () => run('passages.sweep-scans', 'passages.wake-scanners');

const scans = async () =>
  (await app.services.pool.query('select state, attempts, reason, reader from scans order by reason nulls first')).rows;
const passagesOf = async (id: string): Promise<{ body: string; places: unknown }[]> =>
  (
    await app.services.pool.query(
      `select p.body, p.places from documents d join passages p using (organization_id, sha256)
       where d.id = $1 order by p.number`,
      [id],
    )
  ).rows;
const find = async (q: string) => (await me.call(contract.search.find, { query: { q } })).data;

describe.skipIf(!canScan)('with OCR', { timeout: patience }, () => {
  it.each(['png', 'jpeg', 'webp'] as const)('finds the text of a picture: %s', async (type) => {
    const id = await add(
      `Receipt.${type}`,
      await picture(type, 'Invoice 4711 from Northwind Traders', 'Total 1,250 euros'),
    );
    await sweepAndRead();
    expect((await passagesOf(id))[0]!.body).toMatch(/Invoice 4711 from Northwind Traders/);
    expect(await find('4711')).toMatchObject([{ document: { id }, matched: 'content' }]);
    expect(await scans()).toEqual([{ state: 'read', attempts: 1, reason: null, reader: '1 eng' }]);
  });

  it('reads pages of a PDF that lack text, and leaves the others as they are', async () => {
    const id = await add(
      'Contract.pdf',
      pdf([['The contract runs for two years and is renewed in May.'], await scannedPage('Signed in Oslo by Halden')]),
    );
    expect(await scans()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    expect((await passagesOf(id))[0]!.places).toEqual([{ at: 0, page: 1 }]);
    await run('passages.wake-scanners');
    const [passage] = await passagesOf(id);
    expect(passage!.body).toMatch(
      /^The contract runs for two years and is renewed in May\.\nSigned in Oslo by Halden$/,
    );
    expect(passage!.places).toEqual([
      { at: 0, page: 1 },
      { at: passage!.body.indexOf('Signed'), page: 2 },
    ]);
    expect(await find('halden')).toMatchObject([{ passages: [{ place: { kind: 'page', value: '2' } }] }]);
  });

  it('reads no pictures of a PDF that has its text', async () => {
    await add('Letter.pdf', pdf([['The contract runs for two years and is renewed in May.']]));
    expect(await scans()).toEqual([{ state: 'read', attempts: 0, reason: null, reader: '1 eng' }]);
    await run('passages.sweep-scans');
    expect(await scans()).toMatchObject([{ state: 'read', attempts: 0 }]);
  });

  it('reads earlier files without text once switched on, and again in other languages', async () => {
    app.services.config.ocr = null;
    const id = await add('Scan.pdf', pdf([await scannedPage('Meeting minutes of the board')]));
    await sweepAndRead();
    expect([await scans(), await passagesOf(id)]).toEqual([[], []]);
    app.services.config.ocr = on;
    await sweepAndRead();
    expect(await passagesOf(id)).toMatchObject([
      { body: 'Meeting minutes of the board', places: [{ at: 0, page: 1 }] },
    ]);
    await run('passages.sweep-scans');
    expect(await scans()).toMatchObject([{ state: 'read', reader: '1 eng' }]);
    app.services.config.ocr = { languages: ['eng', 'deu'] };
    await run('passages.sweep-scans');
    expect(await scans()).toMatchObject([{ state: 'waiting', attempts: 0, reader: '1 eng+deu' }]);
    expect(await passagesOf(id)).toHaveLength(1);
  });

  it('reads the next file after one that can’t be read', async () => {
    const drawn = await picture('png', 'Invoice 4711');
    await add('Cut.png', drawn.subarray(0, 60));
    const huge = Buffer.from(drawn);
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    await add('Huge.png', huge);
    const good = await add('Good.png', drawn);
    await sweepAndRead();
    expect((await passagesOf(good))[0]!.body).toContain('4711');
    const failed = (await scans()).filter(({ state }) => state === 'failed');
    expect(failed.map(({ reason }) => reason).join()).toMatch(/damaged.*(damaged|pixels)/);
  });

  it('leaves out icons', async () => {
    await add('Icon.png', await createCanvas(64, 64).encode('png'));
    await sweepAndRead();
    expect(await scans()).toMatchObject([{ state: 'read' }]);
    expect((await app.services.pool.query('select from content_texts')).rows).toEqual([]);
  });

  it('retries a page that takes too much, and gives up in the end', async () => {
    const id = await add('Heavy.png', await picture('png', 'Invoice 4711'));
    await run('passages.sweep-scans');
    const strict = createScanners({ megabytes: 60 });
    const never = new AbortController().signal;
    for (const state of ['waiting', 'waiting', 'failed']) {
      expect(await readNextScan(app.services, on, strict, never)).toBe(true);
      expect(await scans()).toMatchObject([{ state, reason: 'Reading this file took too much memory.' }]);
      await app.services.pool.query('update scans set next_try_at = now()');
    }
    expect(await readNextScan(app.services, on, strict, never)).toBe(false);
    expect(await passagesOf(id)).toEqual([]);
    strict.close();
  });

  it('returns a file being read when stopped', async () => {
    await add('Stopped.png', await picture('png', 'Invoice 4711'));
    await run('passages.sweep-scans');
    const scanners = createScanners();
    expect(await readNextScan(app.services, on, scanners, AbortSignal.abort())).toBe(true);
    expect(await scans()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    scanners.close();
  });

  it('keeps texts of pictures when newer readers of files read everything again', async () => {
    const id = await add('Receipt.png', await picture('png', 'Invoice 4711'));
    await sweepAndRead();
    await app.services.pool.query('update content_texts set reader_version = 0');
    await run('passages.sweep');
    await app.work({ readTexts: true });
    expect((await passagesOf(id))[0]!.body).toContain('4711');
  });
});
