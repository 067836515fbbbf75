import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findProgram } from '../processes/find-program.ts';
import { oldOffice, standIn, writesPdf } from './testing/stand-in.ts';
import { convertToPdf } from './to-pdf.ts';

let office: Awaited<ReturnType<typeof standIn>>;
afterEach(() => office.remove());

async function convert(
  does: string,
  { bytes = oldOffice('a letter'), limits = {}, signal = new AbortController().signal, extension = 'doc' } = {},
) {
  office = await standIn(does);
  const [file, dir] = [join(office.dir, 'given'), join(office.dir, 'work')];
  await mkdir(dir);
  await writeFile(file, bytes);
  const old = join(dir, 'sheaf-office-killed');
  await mkdir(old);
  await utimes(old, 0, 0);
  try {
    return await convertToPdf({ program: office.program, file, extension, dir, signal, limits }, async (made) =>
      'pdf' in made ? { ...made, pdf: await readFile(made.pdf, 'utf8') } : made,
    );
  } finally {
    expect(await readdir(dir)).toEqual([]);
  }
}

const damaged = { problem: 'This file is damaged, or not what its name says.' };

it('returns the PDF and leaves nothing behind', async () => {
  expect(await convert(writesPdf)).toEqual({ pdf: '%PDF-1.4 of a letter', size: 20 });
});

it('gives the program nothing of our environment, and a profile in which nothing runs or loads', async () => {
  process.env.SECRET_OF_OURS = 'x';
  const made = await convert(
    `{ echo '%PDF-'; env; cat "$HOME/profile/user/registrymodifications.xcu"; echo; ulimit -v; ulimit -t; } > "$out/document.pdf"`,
  ).finally(() => delete process.env.SECRET_OF_OURS);
  const pdf = 'pdf' in made ? made.pdf : '';
  expect(pdf).not.toContain('SECRET_OF_OURS');
  expect(pdf).toMatch(/DisableMacrosExecution"[^/]*<value>true/);
  expect(pdf).toMatch(/ooInetHTTPProxyName"[^/]*<value>127\.0\.0\.1/);
  expect(pdf).toContain('http_proxy=http://127.0.0.1:1\n');
  expect(pdf.trim().split('\n').slice(-2)).toEqual([String(4096 * 1024), '90']);
});

it.each([
  ['fails', 'exit 1'],
  ['writes something else', `echo nonsense > "$out/document.pdf"`],
  ['crashes', 'kill -9 $$'],
])('reports a file as damaged if the program %s', async (_, does) => {
  expect(await convert(does)).toEqual(damaged);
});

it('runs nothing for files that are no office files from before 2007, whatever their names', async () => {
  expect(await convert(writesPdf, { bytes: Buffer.from('<img src="http://inside/">') })).toEqual(damaged);
  expect(await office.runs()).toEqual([]);
});

it('ends a program that takes too long, with everything it has started', async () => {
  const made = await convert('sleep 1000 & sleep 1000', { limits: { seconds: 0.3 } });
  expect(made).toEqual({ problem: 'Preparing a preview of this file took too long.' });
  const [group] = await office.runs();
  await expect.poll(() => isRunning(-group!)).toBe(false);
});

it('ends when it is stopped', async () => {
  const stop = new AbortController();
  const converting = convert('sleep 1000', { signal: stop.signal });
  await expect.poll(async () => (await office?.runs())?.length).toBe(1);
  stop.abort(new Error('The worker ends'));
  await expect(converting).rejects.toThrow('The worker ends');
});

it('finds programs on PATH or at the given path', async () => {
  office = await standIn(writesPdf);
  expect(await findProgram('soffice', `/nowhere:${office.dir}`)).toBe(office.program);
  expect(await findProgram(office.program, '')).toBe(office.program);
  expect(await findProgram('soffice', '/nowhere')).toBeNull();
  expect(await findProgram('/nowhere/soffice')).toBeNull();
});

function isRunning(group: number): boolean {
  try {
    process.kill(group, 0);
    return true;
  } catch {
    return false;
  }
}
