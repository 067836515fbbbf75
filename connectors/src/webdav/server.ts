import { ConnectorError, plainError } from '../kit/errors.ts';
import { ForbiddenNetworkError } from '../kit/network/guard.ts';
import type { Gateway } from './protocol/gateway.ts';
import type { DavResource } from './protocol/multistatus.ts';
import { segmentOf } from './protocol/paths.ts';
import { NEXTCLOUD_PROPFIND, PRINCIPAL } from './protocol/requests.ts';

/** The server at an address. */
export interface DavServer {
  /** The folder that is the account's root; ends with a slash. */
  root: string;
  /** Whether it is a Nextcloud or ownCloud: files have ids, and a folder’s ETag changes with anything below it. */
  isNextcloudLike: boolean;
  /** For further addresses of Nextcloud and ownCloud; null if the root isn’t at their usual address. */
  nextcloud: { dav: string; user: string } | null;
}

const NEXTCLOUD_FILES = /^(.*\/remote\.php\/dav)\/files\/([^/]+)\/$/;

/** Finds the root from what a person typed: the folder itself, or the front page of a Nextcloud. */
export async function discover(gateway: Gateway): Promise<DavServer> {
  const { address, username } = await gateway.fields();
  const typed = new URL(address);
  typed.search = '';
  typed.hash = '';
  const base = typed.href.replace(/\/*$/, '/');
  const dav = base.replace(/(remote\.php\/(web)?dav\/(files\/[^/]*\/)?|index\.php\/.*)?$/, 'remote.php/dav/');
  const nextcloudRoot = `${dav}files/${encodeURIComponent(username)}/`;
  // An address below remote.php is completed first; any other is first tried as typed.
  const isNextcloudAddress = /\/remote\.php\/(web)?dav\/$/.test(base);
  const roots = isNextcloudAddress ? [nextcloudRoot, base] : [base, nextcloudRoot];

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
  const specific =
    failures.find(({ code }) => code === 'auth_revoked') ??
    failures.find(({ code }) => code === 'unavailable') ??
    failures.find((failure) => failure instanceof ForbiddenNetworkError);
  if (specific) throw specific;
  throw plainError('unavailable', `No WebDAV folder found at ${typed.host}${typed.pathname}`);
}

async function look(gateway: Gateway, root: string): Promise<DavServer | null> {
  const { resources, url } = await gateway.propfind({ url: root, depth: 0, props: NEXTCLOUD_PROPFIND, once: true });
  // From now on, every request is sent there with the password, so it must be the server the person entered.
  const [asked, answered] = [new URL(root), new URL(url)];
  if (asked.origin !== answered.origin)
    throw plainError('unavailable', `${asked.host} redirects to ${answered.origin}. Check the address.`);
  const [found] = resources;
  if (!found?.isCollection) return null;
  const [, dav, user] = NEXTCLOUD_FILES.exec(url) ?? [];
  const isNextcloudLike = found.props.fileId !== undefined;
  return {
    root: url.endsWith('/') ? url : `${url}/`,
    isNextcloudLike,
    nextcloud: isNextcloudLike && dav !== undefined ? { dav, user: user! } : null,
  };
}

/** People may sign in with their email address; their files are under their user name. */
async function rootOfPrincipal(gateway: Gateway, dav: string): Promise<string> {
  const { resources } = await gateway.propfind({ url: dav, depth: 0, props: PRINCIPAL, once: true });
  const principal = resources.map(({ props }: DavResource) => props.principal).find((href) => href !== undefined);
  if (principal === undefined) throw plainError('not_found', 'The server doesn’t say who signed in');
  return `${dav}files/${segmentOf(principal).segment}/`;
}
