import { expect, it } from 'vitest';
import { newId } from '../../platform/uuid.ts';
import { quietAccount } from '../../testing/documents.ts';
import { person } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { discardImage } from '../images/index.ts';
import { deleteBytesSoon } from '../organizations/index.ts';
import { sweepBlobs } from '../storage/index.ts';
import { holdBlobs, releaseBlobs, renewHold } from './hold-blobs.ts';

it('contents that a backup may be about to read are kept until it has ended or stopped renewing its hold', async () => {
  const app = await testApp();
  const { services } = app;
  const { db, pool, blobs } = services;
  const me = await person(app);
  const [id] = await addFiles(app, me, await quietAccount(app, me), [{ name: 'a.txt', bytes: 'a' }]);
  const [picture, gone] = [newId(), newId()];
  await blobs.put(`images/${picture}.webp`, Buffer.from('p'));
  await blobs.put(`content/${gone}/ab/cd`, Buffer.from('c'));
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of blobs.list('')) found.push(key);
    return found;
  };
  const sweep = () => sweepBlobs.run({}, services, new AbortController().signal);
  const due = () => pool.query('update graphile_worker._private_jobs set run_at = now()');

  const hold = newId();
  await holdBlobs(pool, hold);
  await pool.query('delete from documents where id = $1', [id]);
  await pool.query(`update blobs set touched_at = now() - interval '2 days'`);
  await discardImage(db, picture);
  await deleteBytesSoon(db, gone);
  await sweep();
  await app.work();
  expect(await keys()).toHaveLength(3);

  expect(await renewHold(pool, hold)).toBe(true);
  await pool.query(`update blob_holds set held_until = now() - interval '1 second'`);
  expect(await renewHold(pool, hold)).toBe(false);
  await due();
  await app.work();
  expect(await keys()).toEqual([]);
  await releaseBlobs(pool, hold);
  await app.close();
});
