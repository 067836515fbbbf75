import { timingSafeEqual } from 'node:crypto';
import type { Viewer } from '../../http/viewer.ts';
import type { Keys } from '../../platform/secrets/keys.ts';

/** What can be fetched through the storage door. */
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
  /** Whom the path was signed for; whether they still may see it is asked at every request. */
  userId: string;
  /** The session or API key the path was made with, and ends with. */
  credentialId: string;
  /** Changes with the bytes, so that browsers may keep what they have. */
  version: string;
  /** Seconds since 1970. */
  until: number;
}

const windowSeconds = 6 * 3600;

/** Paths signed with one credential within the same hours are equal, so that a browser's cache knows them again; each holds for 6 to 12. */
const endOfWindow = (): number => (Math.floor(Date.now() / 1000 / windowSeconds) + 2) * windowSeconds;

const tagOf = (keys: Keys, { thing, id, userId, credentialId, version, until }: Pass): string =>
  keys.linkTag(`storage ${thing} ${id} ${userId} ${credentialId} ${version} ${until}`);

/** A path below /storage/ that carries its own signature. */
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

/** The pass a request shows, if it is one of ours and not expired. */
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
