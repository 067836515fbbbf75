/**
 * How many calls of one caller this process may still let through in the current minute. The count of all processes is a row
 * in the database; a process takes some of what is left there in advance, so that a request costs no query. All functions
 * are pure but for the bucket they are given; times are milliseconds of the process's steady clock.
 */
export interface Bucket {
  readonly max: number;
  /** Calls that can be let through without asking. */
  left: number;
  /** Calls let through since the window began. */
  admitted: number;
  /** Of what was and can be let through, what the shared row does not know of yet. */
  unreported: number;
  /** The shared row has nothing left. */
  isUsedUp: boolean;
  endsAt: number;
}

const windowMs = 60_000;

/** Each process starts with this much unasked: whoever sends less costs no query, and with N processes N times this is the error. */
export const headStart = (max: number): number => Math.max(1, Math.floor(max / 50));

/** At most so much is taken in advance; what a process holds and does not use, the others lack. */
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

/** Early enough that nobody waits for the answer. */
export const shouldAsk = ({ left, max, isUsedUp }: Bucket): boolean => !isUsedUp && left <= headStart(max) / 2;

/**
 * What the shared row gives to a process that reports so many calls: less and less towards the end, so that little is left
 * unused elsewhere. The statement in shared-counts.ts computes the same.
 */
export function grantOf(max: number, used: number, unreported: number): { used: number; granted: number } {
  const left = max - used - unreported;
  const granted = Math.max(0, Math.min(chunk(max), left, Math.max(1, Math.floor(left / 8))));
  return { used: used + unreported + granted, granted };
}

/** `reported`: as many as were reported with the ask. */
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

/** The database is away: this process allows what all together would, and reports it later. */
export function allowAlone(bucket: Bucket): void {
  const more = Math.max(0, bucket.max - bucket.admitted - bucket.left);
  bucket.left += more;
  bucket.unreported += more;
  bucket.isUsedUp = bucket.left === 0;
}
