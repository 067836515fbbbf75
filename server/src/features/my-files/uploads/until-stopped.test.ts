import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { untilStopped } from './until-stopped.ts';

const { signal } = new AbortController();

async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk.toString();
  return text;
}

it('passes on the body', async () => {
  expect(await textOf(untilStopped(Readable.from([Buffer.from('a'), Buffer.from('b')]), signal))).toBe('ab');
});

it('fails when the connection is cut, even before anyone listened', async () => {
  const body = new PassThrough();
  const read = textOf(untilStopped(body, signal));
  body.write('a');
  body.destroy();
  await expect(read).rejects.toThrow('The connection was closed');
  await expect(textOf(untilStopped(body, signal))).rejects.toThrow('The connection was closed');
});

it('fails with the given reason when stopped, and leaves the connection open', async () => {
  const stop = new AbortController();
  const body = new PassThrough();
  const read = textOf(untilStopped(body, stop.signal));
  stop.abort(new Error('replaced'));
  await expect(read).rejects.toThrow('replaced');
  await expect(textOf(untilStopped(body, stop.signal))).rejects.toThrow('replaced');
  expect(body.destroyed).toBe(false);
});
