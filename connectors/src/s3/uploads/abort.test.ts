import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RemoteId, UploadHandle } from '../../kit/session.ts';
import { s3 } from '../index.ts';
import { startWorld } from '../testing/world.ts';

let world: Awaited<ReturnType<typeof startWorld>>;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.stop());

const bytes = Buffer.from('sent');
const name = 'a.txt';

/** The store has received the file, and all later requests about it fail. */
async function sendUnanswered() {
  const { account, faults } = world;
  const { writes } = s3.open({ ...account, call: (work) => work() });
  const handle = await writes!.begin({ parentId: null, name, size: bytes.length, mimeType: 'text/plain' });
  const sent: UploadHandle = await writes!.put(handle, { offset: 0, bytes, last: true });
  faults.add({ method: 'HEAD', path: `/files/${name}`, nth: 2, action: { kind: 'status', status: 503 } });
  faults.add({ method: 'HEAD', path: `/files/${name}`, action: { kind: 'status', status: 503 } });
  await expect(writes!.finish(sent, { size: bytes.length, hashes: {} })).rejects.toMatchObject({ code: 'unavailable' });
  faults.clear();
  expect(world.bucket.get(name)!.bytes.toString()).toBe('sent');
  return { abort: (keep?: RemoteId) => writes!.abort(sent, keep) };
}

it('removes the file that the upload has become', async () => {
  const { abort } = await sendUnanswered();
  await abort();
  expect(world.bucket.get(name)).toBeUndefined();
});

it('keeps the requested file, and one that somebody else has put in its place', async () => {
  const { abort } = await sendUnanswered();
  await abort(name as RemoteId);
  expect(world.bucket.get(name)).toBeDefined();

  world.bucket.delete(name);
  const again = await sendUnanswered();
  world.bucket.write(name, Buffer.from('theirs'));
  await again.abort();
  expect(world.bucket.get(name)!.bytes.toString()).toBe('theirs');
});
