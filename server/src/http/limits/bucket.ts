/**
 * How many calls of one caller this process may still let through in the current minute. The count of all processes is
 * a row in the database; a process takes a part of what is left there in advance, so that most requests cost no query.
 * Apart from changing the bucket they are given, all functions are pure; times are milliseconds of the process's steady
 * clock.
 */
export interface Bucket {
  readonly max: number;
  /** Calls that can be let through without a query. */
  left: number;
  /** Calls let through since the window started. */
  admitted: number;
  /** How much of `left` and `admitted` the shared row does not know yet. */
  unreported: number;
  /** Whether the shared row has nothing left. */
  isUsedUp: boolean;
  endsAt: number;
}

const windowMs = 60_000;

/**
 * Each process starts with this many: callers who send fewer cost no query, and N processes may together exceed the
 * limit by N times this.
 */
export const headStart = (max: number): number => Math.max(1, Math.floor(max / 50));

/** At most this many are taken in advance, because other processes lack what one holds without using it. */
export const chunk = (max: number): number => Math.max(1, Math.floor(max / 20));

export function openBucket(max: number, now: number): Bucket {
  const left = headStart(max);
  return { max, left, admitted: 0, unreported: left, isUsedUp: false, endsAt: now + windowMs };
}

/** Lets one call through, if one is left. */
export function spend(bucket: Bucket): boolean {
  if (bucket.left < 1) return false;
  bucket.left -= 1;
  bucket.admitted += 1;
  return true;
}

/** Undoes one counted call. */
export function refund(bucket: Bucket): void {
  bucket.left += 1;
  bucket.admitted -= 1;
  bucket.isUsedUp = false;
}

/** Asks early enough that no request waits for the answer. */
export const shouldAsk = ({ left, max, isUsedUp }: Bucket): boolean => !isUsedUp && left <= headStart(max) / 2;

/**
 * What the shared row grants to a process that reports this many calls: less and less towards the end, so that little
 * stays unused elsewhere. The statement in shared-counts.ts computes the same.
 */
export function grantOf(max: number, used: number, unreported: number): { used: number; granted: number } {
  const left = max - used - unreported;
  const granted = Math.max(0, Math.min(chunk(max), left, Math.max(1, Math.floor(left / 8))));
  return { used: used + unreported + granted, granted };
}

/** `reported` is the number that was sent with the query. */
export function receive(
  bucket: Bucket,
  answer: { granted: number; reported: number; resetsInMs: number },
  now: number,
): void {
  bucket.left += answer.granted;
  bucket.unreported -= answer.reported;
  bucket.isUsedUp = answer.granted === 0;
  bucket.endsAt = now + answer.resetsInMs;
}

/** While the database is away, this process allows the whole limit on its own and reports it later. */
export function allowAlone(bucket: Bucket): void {
  const more = Math.max(0, bucket.max - bucket.admitted - bucket.left);
  bucket.left += more;
  bucket.unreported += more;
  bucket.isUsedUp = bucket.left === 0;
}
