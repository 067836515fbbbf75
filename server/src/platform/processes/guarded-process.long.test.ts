import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startGuardedProcess } from './guarded-process.ts';

const dir = await mkdtemp(join(tmpdir(), 'sheaf-guarded-'));
const file = join(dir, 'tasks.mjs');
await writeFile(
  file,
  `process.on('message', async ({ wait, spin }) => {
    await new Promise((resolve) => setTimeout(resolve, wait));
    while (spin);
    process.send('done');
  });`,
);
afterAll(() => rm(dir, { recursive: true, force: true }));

const ask = async (task: { wait: number; spin?: boolean }, seconds: number) => {
  const one = startGuardedProcess(file, { seconds, megabytes: 1_000, idleSeconds: 30 }, () => {});
  const outcome = await one.ask(task);
  one.stop();
  return outcome;
};

it.runIf(process.platform === 'linux')(
  'a process gets its seconds of processor time, however long others keep it waiting',
  async () => {
    expect(await ask({ wait: 4_000 }, 3)).toEqual({ answer: 'done' });
    expect(await ask({ wait: 0, spin: true }, 1)).toEqual({ reason: 'too long' });
  },
);

it('a process that hangs is ended', async () => {
  expect(await ask({ wait: 600_000 }, 0.5)).toEqual({ reason: 'too long' });
});
