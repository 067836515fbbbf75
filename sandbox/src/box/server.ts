import { Faults } from '../shared/faults.ts';
import { Grants } from '../shared/grants.ts';
import type { ServerAddress } from '../shared/listen.ts';
import { OAuth } from '../shared/oauth.ts';
import { type Outside, outsideOf } from '../shared/outside.ts';
import { type Person, people } from '../shared/people.ts';
import { type SandboxRequest, type SandboxResponse, startServer } from '../shared/server.ts';
import { Downloads } from './calls/download.ts';
import { UploadSessions } from './calls/upload-sessions.ts';
import { type BoxControl, makeControl } from './control.ts';
import { BoxError, failureOnDemand, refuse, Unauthorized } from './errors.ts';
import { Account } from './files/account.ts';
import { seedAccount } from './files/seed.ts';
import { boxOAuth } from './oauth.ts';
import { boxRoutes } from './routes.ts';

export interface BoxOptions {
  /** By default any free port, reachable only from this machine. */
  address?: ServerAddress;
  /** Determines all names and contents. */
  seed?: string;
  /** False starts with empty accounts. */
  samples?: boolean;
  /** Number of samples in each folder, 30 by default. Tests that need few files are faster with fewer. */
  filesPerFolder?: number;
  clientId?: string;
  clientSecret?: string;
  accessTokenSeconds?: number;
  /** With the same key, tokens stay valid after a restart. */
  tokenKey?: string;
  /** The maximum number of entries on a page of a list. */
  pageSize?: number;
  /** The smallest file that is sent in parts; 20 MB unless given, as at Box. */
  minInParts?: number;
  /** The size of a part; 8 MiB unless given. */
  partSize?: number;
  /** The number of commits of an upload answered with 202 before it succeeds; 1 by default. */
  busyCommits?: number;
}

export interface BoxSandbox {
  url: string;
  /** The URLs for the connector, by the names its manifest uses. */
  urls: Record<'authorize' | 'api' | 'upload', string>;
  clientId: string;
  clientSecret: string;
  accounts: ReadonlyMap<Person['key'], Account>;
  control: BoxControl;
  outside(person: Person['key']): Outside;
  stop(): Promise<void>;
}

const DAY = 86_400;

/** Box in miniature: OAuth with a consent page, files, upload sessions and events, for three people. In memory. */
export async function startBox(options: BoxOptions = {}): Promise<BoxSandbox> {
  const { seed = 'sheaf', samples = true, filesPerFolder } = options;
  const { clientId = 'sandbox-box', clientSecret = 'sandbox-box-secret' } = options;
  const maxPerPage = options.pageSize ?? 1000;
  const faults = new Faults();
  const grants = new Grants({
    accessSeconds: options.accessTokenSeconds ?? 3600,
    singleUseRefreshSeconds: 60 * DAY,
    ...(options.tokenKey !== undefined && { key: options.tokenKey }),
  });
  const accounts = new Map(people.map((person) => [person.key, new Account(person, seed)]));
  if (samples) for (const account of accounts.values()) seedAccount(account, seed, filesPerFolder);
  const downloads = new Downloads();
  const sessions = new UploadSessions({
    minBytes: options.minInParts ?? 20_000_000,
    partBytes: options.partSize ?? 8 * 1024 * 1024,
    busyCommits: options.busyCommits ?? 1,
  });
  const routes = boxRoutes(downloads, sessions);
  const control = makeControl({ accounts, grants, faults, sessions, downloads, clientId });
  const oauth = new OAuth(boxOAuth, { clientId, clientSecret }, grants);

  const answer = async (req: SandboxRequest): Promise<SandboxResponse> => {
    if (req.path === '/api/oauth2/authorize') return oauth.authorize(req);
    if (/^(\/api)?\/oauth2\/token$/.test(req.path) && req.method === 'POST') return oauth.token(req);
    if (req.path === '/oauth2/revoke' && req.method === 'POST') return oauth.revoke(req, true);
    const bearer = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1] ?? '';
    if (req.fault?.kind === 'revoke') grants.revoke(bearer);
    if (req.fault?.kind === 'expire-token') grants.expire({ accessToken: bearer });
    const grant = grants.check(bearer);
    if (!grant) throw new Unauthorized(grants.isOver(bearer));
    const matches = routes.flatMap((route) => {
      const match = route.path.exec(req.path);
      return match ? [{ route, params: match.groups ?? {} }] : [];
    });
    const found = matches.find(({ route }) => route.method === req.method);
    if (!found) throw new BoxError(matches.length > 0 ? 'method_not_allowed' : 'not_found');
    const isAllowed =
      grant.scopes.includes('root_readwrite') || (!found.route.writes && grant.scopes.includes('root_readonly'));
    if (!isAllowed) throw new BoxError('insufficient_scope');
    const account = accounts.get(grant.person)!;
    return found.route.run({
      req,
      account,
      grant,
      params: found.params,
      maxPerPage,
      uploadUrl: `${server.url}/upload/api`,
    });
  };

  const common = { faults, refuse, failure: failureOnDemand };
  const { address = {} } = options;
  const server = await startServer({ address, ...common, answer, control });
  // Like at Box, contents come from another host than the API.
  const beside = { ...address, port: address.port && address.port + 1 };
  const contents = await startServer({
    address: beside,
    ...common,
    answer: (req) => downloads.follow(req),
    control: {},
  });
  downloads.origin = contents.url;
  return {
    url: server.url,
    urls: {
      authorize: `${server.publicUrl}/api/oauth2/authorize`,
      api: server.url,
      upload: `${server.url}/upload/api`,
    },
    clientId,
    clientSecret,
    accounts,
    control,
    outside: (person) => outsideOf(control, { person }),
    async stop() {
      await Promise.all([server.stop(), contents.stop()]);
    },
  };
}
