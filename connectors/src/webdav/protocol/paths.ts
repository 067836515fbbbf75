/**
 * The path of a resource below the account’s root: percent-encoded in one canonical way, so that equal resources have
 * equal paths however a server spells them; a folder’s path ends with a slash, the root’s is empty.
 */
export type DavPath = string;

const PLAIN = /^[A-Za-z0-9_.~!'()*-]*$/;

/** The last segment of a resource's address, and the name it encodes. */
export function segmentOf(href: string): { segment: string; name: string } {
  const end = href.endsWith('/') ? href.length - 1 : href.length;
  const raw = href.slice(href.lastIndexOf('/', end - 1) + 1, end);
  return PLAIN.test(raw) ? { segment: raw, name: raw } : canonical(raw);
}

function canonical(raw: string): { segment: string; name: string } {
  // Some servers don’t encode, and a name may contain a percent sign.
  if (/%(?![0-9a-fA-F]{2})/.test(raw)) return { segment: encodeURIComponent(raw), name: raw };
  try {
    const name = decodeURIComponent(raw);
    return { segment: encodeURIComponent(name), name };
  } catch {
    // It isn’t UTF-8, so it keeps its bytes and can still be requested.
    const name = Buffer.from(
      raw.replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    );
    return { segment: raw.replace(/%../g, (code) => code.toUpperCase()), name: new TextDecoder().decode(name) };
  }
}

/** The path of an absolute URL or of a path, canonical. */
export function canonicalPath(href: string): string {
  const path = /^[a-z][a-z0-9+.-]*:\/\//i.test(href) ? href.replace(/^[^/]*\/\/[^/]*/, '') : href;
  return path
    .replace(/[?#].*$/, '')
    .split('/')
    .map((raw) => (PLAIN.test(raw) ? raw : canonical(raw).segment))
    .join('/');
}

export const childPath = (folder: DavPath, name: string): DavPath => folder + encodeURIComponent(name);

export const nameOf = (path: DavPath): string => segmentOf(path).name;

export function parentPath(path: DavPath): DavPath {
  return path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
}

/** Refuses paths whose dots would lead out of the account. */
export const isInside = (path: string): boolean => !/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path) && !path.startsWith('/');
