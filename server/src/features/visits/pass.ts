import type { Keys } from '../../platform/secrets/keys.ts';
import { sameBytes } from '../../platform/secrets/keys.ts';

/** Identifies a visit: the link, and the version of its password at the time. */
export interface Pass {
  linkId: string;
  passwordVersion: number;
}

const hourSeconds = 3600;

const now = () => Math.floor(Date.now() / 1000);

const isRight = (given: string, right: string): boolean => sameBytes(Buffer.from(given), Buffer.from(right));

const visitTag = (keys: Keys, { linkId, passwordVersion }: Pass, until: number): string =>
  keys.linkTag(`visit ${linkId} ${passwordVersion} ${until}`);

/** Replaces the token and the password in the calls of one visit. */
export function signVisit(keys: Keys, pass: Pass): string {
  const until = now() + 2 * hourSeconds;
  return [pass.linkId, pass.passwordVersion, until, visitTag(keys, pass, until)].join('.');
}

/** Null if it isn't ours or too old. The database decides whether the link still works with this password. */
export function readVisit(keys: Keys, visit: string): Pass | null {
  const [linkId = '', version = '', end = '', tag = ''] = visit.split('.');
  const [passwordVersion, until] = [Number(version), Number(end)];
  const pass = { linkId, passwordVersion };
  return until > now() && isRight(tag, visitTag(keys, pass, until)) ? pass : null;
}

interface FilePass extends Pass {
  documentId: string;
  /** Changes with the bytes, so that browsers may cache them. */
  version: string;
  until: number;
}

/** The bytes of a document, or the PDF made of it. */
type LinkedThing = 'links' | 'linked-renditions';
const names: Record<LinkedThing, string> = { links: 'linked file', 'linked-renditions': 'linked rendition' };

const fileTag = (
  keys: Keys,
  thing: LinkedThing,
  { linkId, passwordVersion, documentId, version, until }: FilePass,
): string => keys.linkTag(`${names[thing]} ${linkId} ${passwordVersion} ${documentId} ${version} ${until}`);

/** A path below /storage/, valid for one to two hours; the same within an hour, so that browsers can cache it. */
export function signFile(keys: Keys, thing: LinkedThing, pass: Pass, documentId: string, version: string): string {
  const until = (Math.floor(now() / hourSeconds) + 2) * hourSeconds;
  const tag = fileTag(keys, thing, { ...pass, documentId, version, until });
  return `${thing}/${documentId}?link=${pass.linkId}&p=${pass.passwordVersion}&v=${version}&until=${until}&tag=${tag}`;
}

export function readFilePass(
  keys: Keys,
  thing: LinkedThing,
  documentId: string,
  query: Record<string, unknown>,
): FilePass | null {
  const { link, p, v, until: end, tag } = query;
  if (![link, p, v, end, tag].every((value) => typeof value === 'string')) return null;
  const until = Number(end);
  const pass = { linkId: String(link), passwordVersion: Number(p), documentId, version: String(v), until };
  return until > now() && isRight(String(tag), fileTag(keys, thing, pass)) ? pass : null;
}

const zipTag = (keys: Keys, { linkId, passwordVersion }: Pass, zipId: string, until: number): string =>
  keys.linkTag(`linked zip ${linkId} ${passwordVersion} ${zipId} ${until}`);

/** A path below /storage/, valid as long as the zip is kept. */
export function signZip(keys: Keys, pass: Pass, zipId: string): string {
  const until = now() + hourSeconds;
  const tag = zipTag(keys, pass, zipId, until);
  return `linked-zips/${zipId}?link=${pass.linkId}&p=${pass.passwordVersion}&until=${until}&tag=${tag}`;
}

export function readZipPass(keys: Keys, zipId: string, query: Record<string, unknown>): Pass | null {
  const { link, p, until: end, tag } = query;
  if (![link, p, end, tag].every((value) => typeof value === 'string')) return null;
  const until = Number(end);
  const pass = { linkId: String(link), passwordVersion: Number(p) };
  return until > now() && isRight(String(tag), zipTag(keys, pass, zipId, until)) ? pass : null;
}
