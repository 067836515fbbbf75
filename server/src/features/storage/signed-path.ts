import { timingSafeEqual } from 'node:crypto';
import type { Viewer } from '../../http/viewer.ts';
import type { Keys } from '../../platform/secrets/keys.ts';

/** The things that signed paths can be made for. */
export const storedThings = [
  'documents',
  'archive-entries',
  'renditions',
  'thumbnails',
  'frames',
  'zips',
  'reports',
  'audit-logs',
] as const;
export type StoredThing = (typeof storedThings)[number];

export interface Pass {
  thing: StoredThing;
  id: string;
  /** The person the path was signed for. Every request checks whether they may still see it. */
  userId: string;
  /** The session or API key that the path was made with; the path is invalid once it ends. */
  credentialId: string;
  /** Changes with the bytes, so that browsers may cache them. */
  version: string;
  /** Seconds since 1970. */
  until: number;
}

const windowSeconds = 6 * 3600;

/**
 * Paths signed with one credential within a window are equal, so that browsers can cache them; each is valid for 6 to
 * 12 hours.
 */
const endOfWindow = (): number => (Math.floor(Date.now() / 1000 / windowSeconds) + 2) * windowSeconds;

const tagOf = (keys: Keys, { thing, id, userId, credentialId, version, until }: Pass): string =>
  keys.linkTag(`storage ${thing} ${id} ${userId} ${credentialId} ${version} ${until}`);

/** A path below /storage/ with its signature. */
export function signedPath(
  keys: Keys,
  thing: StoredThing,
  id: string,
  viewer: Pick<Viewer, 'id' | 'credential'>,
  version: string,
): string {
  const [userId, credentialId] = [viewer.id, viewer.credential.id];
  const until = endOfWindow();
  const tag = tagOf(keys, { thing, id, userId, credentialId, version, until });
  return `${thing}/${id}?for=${userId}&by=${credentialId}&v=${version}&until=${until}&tag=${tag}`;
}

/** The pass in a request, if its signature is valid and it hasn't expired. */
export function readPass(keys: Keys, thing: StoredThing, id: string, query: Record<string, unknown>): Pass | null {
  const { for: userId, by: credentialId, v: version, until, tag } = query;
  if (![userId, credentialId, version, until, tag].every((value) => typeof value === 'string')) return null;
  const pass = {
    thing,
    id,
    userId: String(userId),
    credentialId: String(credentialId),
    version: String(version),
    until: Number(until),
  };
  if (!(pass.until > Date.now() / 1000)) return null;
  const [given, right] = [Buffer.from(String(tag)), Buffer.from(tagOf(keys, pass))];
  return given.length === right.length && timingSafeEqual(given, right) ? pass : null;
}
