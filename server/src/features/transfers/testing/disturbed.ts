import type { HttpClient } from '@sheaf/connectors';
import fc from 'fast-check';

/** The disturbances of one run of a transfer. */
export interface Disturbance {
  /** The statement at which the worker is killed. */
  killAt: number | null;
  faults: { at: 'from' | 'to'; nth: number; times: number; action: Fault }[];
  /** Before a call to a cloud. */
  events: { call: number; what: 'expire uploads' | 'fill up' | 'revoke' }[];
  /** Flips a bit on the way to the destination, in the nth request that carries bytes. */
  flipAt: number | null;
}

export type Fault =
  | { kind: 'status'; status: number; retryAfter?: number }
  | { kind: 'cut'; afterBytes: number }
  | { kind: 'garbage' | 'expire-token' | 'hang' };

const action: fc.Arbitrary<Fault> = fc.oneof(
  fc.constantFrom<Fault[]>(
    { kind: 'status', status: 429, retryAfter: 0 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'garbage' },
    { kind: 'hang' },
    { kind: 'expire-token' },
  ),
  fc.record({ kind: fc.constant('cut' as const), afterBytes: fc.nat(3000) }),
);

const disturbance = (killAt: fc.Arbitrary<number | null>): fc.Arbitrary<Disturbance> =>
  fc.record({
    killAt,
    faults: fc.array(
      fc.record({
        at: fc.constantFrom('from' as const, 'to' as const),
        nth: fc.integer({ min: 1, max: 30 }),
        times: fc.constantFrom(1, 1, 2),
        action,
      }),
      { maxLength: 2 },
    ),
    events: fc.array(
      fc.record({
        call: fc.integer({ min: 1, max: 40 }),
        what: fc.constantFrom('expire uploads' as const, 'fill up' as const, 'revoke' as const),
      }),
      { maxLength: 1 },
    ),
    flipAt: fc.option(fc.integer({ min: 1, max: 10 }), { freq: 2 }),
  });

export interface Story {
  mode: 'copy' | 'move';
  policy: 'skip' | 'rename' | 'replace';
  /** Files that exist at the destination under names of the source, with the same content or another. */
  there: { name: number; same: boolean }[];
  runs: Disturbance[];
}

/** With many runs, each is killed early, so that the transfer lasts. */
const few = 10;
const kills = (runs: number) =>
  runs <= few ? fc.option(fc.integer({ min: 1, max: 90 }), { freq: 4 }) : fc.integer({ min: 8, max: 40 });

export const stories = (runs: number): fc.Arbitrary<Story> =>
  fc.record({
    mode: fc.constantFrom('copy' as const, 'move' as const),
    policy: fc.constantFrom('skip' as const, 'rename' as const, 'rename' as const, 'replace' as const),
    there: fc.array(fc.record({ name: fc.nat(5), same: fc.boolean() }), { maxLength: 2 }),
    runs: fc.array(disturbance(kills(runs)), { minLength: runs, maxLength: runs }),
  });

/** Flips a bit of the nth request with more bytes than metadata ever has. */
export function flipping(http: HttpClient, nth: number | null): HttpClient {
  let seen = 0;
  return {
    send(request) {
      const { body } = request;
      const carries = body instanceof Uint8Array && body.length > 2_000;
      if (!carries || ++seen !== nth) return http.send(request);
      const flipped = Uint8Array.from(body);
      flipped[flipped.length >> 1]! ^= 1;
      return http.send({ ...request, body: flipped });
    },
  };
}
