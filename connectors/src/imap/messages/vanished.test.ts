import { expect, it } from 'vitest';
import { VanishedUids } from './vanished.ts';

it('keeps up to five thousand UIDs and none of a run that is longer', () => {
  const vanished = new VanishedUids();
  vanished.add({ attributes: [{ value: '4000:1,x:y,0' }] });
  expect([vanished.uids.length, vanished.isTooMany]).toEqual([4000, false]);
  vanished.add({ attributes: [['EARLIER'], { value: '5001:6000' }] });
  expect([vanished.uids.length, vanished.isTooMany]).toEqual([5000, false]);
  vanished.add({ attributes: [['EARLIER'], { value: '7000:9000,1' }] });
  expect([vanished.uids.length, vanished.isTooMany]).toEqual([5000, true]);
});
