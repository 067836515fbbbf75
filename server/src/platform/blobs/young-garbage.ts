import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Every chunk that a socket brings is memory outside of V8's heap behind a few bytes inside of it, so V8 sees little
 * reason to collect, and chunks that were written long ago pile up. Collecting the young ones every so many bytes takes
 * 20 MB off the peak while three files of 410 MB are stored from TLS (157 instead of 178 MB), for no more processor time.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

const collectEvery = 16 * 1024 * 1024;
let passed = 0;

export function chunkPassed(bytes: number): void {
  passed += bytes;
  if (passed < collectEvery) return;
  passed = 0;
  collect({ type: 'minor' });
}
