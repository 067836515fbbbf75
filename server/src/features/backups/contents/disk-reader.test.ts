import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDiskReader } from './disk-reader.ts';

it('keeps what the thread has read until it is requested, however late that is', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sheaf-reader-'));
  await writeFile(join(dir, 'a'), 'the text of a');
  const sha256 = createHash('sha256').update('the text of a').digest('hex');
  const started = once(process, 'worker');
  const reader = createDiskReader((key) => join(dir, key));
  const [thread] = await started;
  const read = once(thread, 'message');
  const reading = reader.read({ key: 'a', size: 13, sha256 });
  await read;
  const { value } = await reading.next();
  expect(Buffer.from((value as { bytes: Uint8Array }).bytes).toString()).toBe('the text of a');
  expect(await reading.next()).toEqual({ done: true, value: { sha256 } });
  await reader.close();
  await rm(dir, { recursive: true });
});
