import { ConnectorError } from '../kit/errors.ts';
import { ForbiddenNetworkError } from '../kit/network-guard.ts';
import type { Gateway } from './gateway.ts';
import type { DavResource } from './multistatus.ts';
import { segmentOf } from './paths.ts';
import { FAMILY, PRINCIPAL } from './requests.ts';

/** What an address turned out to be. */
export interface DavServer {
  /** The folder that is the account's root; ends with a slash. */
  root: string;
  /** Nextcloud or ownCloud: files have ids, and an ETag of a folder changes with anything below it. */
  isFamily: boolean;
  /** Nextcloud's and ownCloud's other doors, where the root is in their usual place. */
  family: { dav: string; user: string } | null;
}

const FAMILY_FILES = /^(.*\/remote\.php\/dav)\/files\/([^/]+)\/$/;

/** Finds the root from what a person typed: the folder itself, or the front page of a Nextcloud. */
export async function discover(gateway: Gateway): Promise<DavServer> {
  const { address, username } = await gateway.fields();
  const typed = new URL(address);
  typed.search = '';
  typed.hash = '';
  const base = typed.href.replace(/\/*$/, '/');
  const dav = base.replace(/(remote\.php\/(web)?dav\/(files\/[^/]*\/)?|index\.php\/.*)?$/, 'remote.php/dav/');
  const familyRoot = `${dav}files/${encodeURIComponent(username)}/`;
  // What lies below remote.php has the better root; for anything else what was typed is meant.
  const isFamilyAddress = /\/remote\.php\/(web)?dav\/$/.test(base);
  const roots = isFamilyAddress ? [familyRoot, base] : [base, familyRoot];

  const failures: ConnectorError[] = [];
  for (const find of [...roots.map((root) => () => root), () => rootOfPrincipal(gateway, dav)]) {
    try {
      const server = await look(gateway, await find());
      if (server !== null) return server;
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.code === 'rate_limited') throw error;
      failures.push(error);
    }
  }
  const telling =
    failures.find(({ code }) => code === 'auth_revoked') ??
    failures.find(({ code }) => code === 'unavailable') ??
    failures.find((failure) => failure instanceof ForbiddenNetworkError);
  if (telling) throw telling;
  throw new ConnectorError('unavailable', `There is no WebDAV folder at ${typed.host}${typed.pathname}`);
}

async function look(gateway: Gateway, root: string): Promise<DavServer | null> {
  const { resources, url } = await gateway.propfind({ url: root, depth: 0, props: FAMILY, once: true });
  // From here on everything goes to this address, the password with it: only to the server that the person named.
  const [asked, answered] = [new URL(root), new URL(url)];
  if (asked.origin !== answered.origin)
    throw new ConnectorError('unavailable', `${asked.host} sends us to ${answered.origin}. Is that the right address?`);
  const [found] = resources;
  if (!found?.isCollection) return null;
  const [, dav, user] = FAMILY_FILES.exec(url) ?? [];
  const isFamily = found.props.fileId !== undefined;
  return {
    root: url.endsWith('/') ? url : `${url}/`,
    isFamily,
    family: isFamily && dav !== undefined ? { dav, user: user! } : null,
  };
}

/** People sign in with addresses of mail too; their files are under the name behind it. */
async function rootOfPrincipal(gateway: Gateway, dav: string): Promise<string> {
  const { resources } = await gateway.propfind({ url: dav, depth: 0, props: PRINCIPAL, once: true });
  const principal = resources.map(({ props }: DavResource) => props.principal).find((href) => href !== undefined);
  if (principal === undefined) throw new ConnectorError('not_found', 'The server does not say who signed in');
  return `${dav}files/${segmentOf(principal).segment}/`;
}
