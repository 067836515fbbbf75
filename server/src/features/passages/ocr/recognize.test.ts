import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canScan, picture } from '../testing/pictures.ts';

const run = promisify(execFile);
let dir: string;
let empty: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sheaf-ocr-'));
  empty = join(dir, 'empty');
  await mkdir(empty);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Kills the process if any thread tries to use the network, in any way. */
const offline = `
  import { writeSync } from 'node:fs'; import net from 'node:net'; import dns from 'node:dns'; import dgram from 'node:dgram';
  const refuse = (...to) => { writeSync(2, 'network: ' + JSON.stringify(to[0] ?? null)); process.kill(process.pid, 'SIGKILL'); };
  net.Socket.prototype.connect = refuse; dns.lookup = refuse; dns.promises.lookup = refuse;
  dgram.Socket.prototype.send = refuse; globalThis.fetch = refuse;
`;
const withoutNetwork = `data:text/javascript,${encodeURIComponent(offline)}`;

/** Runs the program with an empty folder as its working and temporary folder. */
async function runOffline(program: string): Promise<string> {
  const file = join(dir, 'program.mjs');
  await writeFile(file, program);
  const env = { PATH: process.env.PATH, TMPDIR: empty };
  const { stdout } = await run(process.execPath, ['--import', withoutNetwork, file], { cwd: empty, env });
  return stdout;
}

it.skipIf(!canScan)('fetches nothing from the network and leaves nothing on disk', { timeout: 180_000 }, async () => {
  const file = join(dir, 'picture.png');
  await writeFile(file, await picture('png', 'Invoice 4711 from Northwind'));
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const text = await runOffline(`
    import { preparePicture } from ${module('picture.ts')};
    import { recognize } from ${module('recognize.ts')};
    process.stdout.write(await recognize(await preparePicture(${JSON.stringify(file)}), ['eng']), () => process.exit());
  `);
  expect(text).toBe('Invoice 4711 from Northwind');
  expect(await readdir(empty)).toEqual([]);
  // With its own defaults the library would.
  await expect(
    runOffline(`
      import { createRequire } from 'node:module';
      const { createWorker } = createRequire(${module('recognize.ts')})('tesseract.js');
      await createWorker('eng', 1, { cacheMethod: 'none' });
    `),
  ).rejects.toMatchObject({ stderr: expect.stringContaining('network:') });
});
