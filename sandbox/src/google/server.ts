import { Faults } from '../shared/faults.ts';
import { Grants } from '../shared/grants.ts';
import type { RunningServer, ServerAddress } from '../shared/listen.ts';
import { OAuth } from '../shared/oauth.ts';
import { type Person, people } from '../shared/people.ts';
import { type SandboxRequest, type SandboxResponse, startServer } from '../shared/server.ts';
import { Channels } from './calls/channels.ts';
import { Uploads } from './calls/uploads.ts';
import { makeControl } from './control.ts';
import { failureOnDemand, GoogleError, googleFailure } from './errors.ts';
import { Drive } from './files/drive.ts';
import { seedDrive } from './files/seed-drive.ts';
import { Mailbox } from './gmail/mailbox.ts';
import { Push } from './gmail/push.ts';
import { Quota, type QuotaOptions } from './gmail/quota.ts';
import { gmailRoutes } from './gmail/routes.ts';
import { seedMailbox } from './gmail/seed-mailbox.ts';
import { bearer, googleOAuth, userinfo } from './oauth.ts';
import { outsideOf } from './outside.ts';
import { pathParams } from './route.ts';
import { driveRoutes } from './routes.ts';

export interface GoogleOptions {
  /** By default any free port, reachable only from this machine. */
  address?: ServerAddress;
  /** Determines all names, ids and contents. */
  seed?: string;
  /** False starts with empty accounts. */
  samples?: boolean;
  /** Number of samples in each folder, 30 by default. Tests that need few files are faster with fewer. */
  filesPerFolder?: number;
  clientId?: string;
  clientSecret?: string;
  /** Allowed addresses for codes; by default any on this machine or with https. */
  redirectUris?: readonly string[];
  accessTokenSeconds?: number;
  /** With the same key, tokens stay valid after a restart. */
  tokenKey?: string;
  /** The maximum number of entries on a page of a list; 1,000 by default, as in Drive. */
  pageSize?: number;
  /** Gmail’s limits per minute, and the clock that counts them. */
  mailQuota?: QuotaOptions;
}

export interface GoogleSandbox {
  url: string;
  /** The URLs for the connector, by the names its manifest uses. */
  urls: Record<'authorize' | 'token' | 'revoke' | 'userinfo' | 'drive' | 'upload' | 'gmail', string>;
  clientId: string;
  clientSecret: string;
  /** The files of each account. */
  drives: ReadonlyMap<Person['key'], Drive>;
  mailboxes: ReadonlyMap<Person['key'], Mailbox>;
  control: ReturnType<typeof makeControl>;
  outside(person: Person['key']): ReturnType<typeof outsideOf>;
  stop(): Promise<void>;
}

/** Google in miniature: OAuth with a consent page, Drive v3 and Gmail v1 for three people. In memory. */
export async function startGoogle(options: GoogleOptions = {}): Promise<GoogleSandbox> {
  const {
    seed = 'sheaf',
    samples = true,
    filesPerFolder,
    clientId = 'sandbox-google',
    clientSecret = 'sandbox-google-secret',
  } = options;
  const maxPerPage = options.pageSize ?? 1000;
  const faults = new Faults();
  const grants = new Grants({
    accessSeconds: options.accessTokenSeconds ?? 3600,
    prefixes: { code: '4/', access: 'ya29.', refresh: '1//' },
    key: options.tokenKey,
  });
  const uploads = new Uploads();
  const channels = new Channels();
  const drives = new Map(people.map((person) => [person.key, new Drive(person, seed)]));
  for (const drive of drives.values()) {
    if (samples) seedDrive(drive, seed, filesPerFolder);
    drive.onChange = (changed) => channels.changed(changed);
  }
  const quota = new Quota(options.mailQuota);
  const push = new Push();
  const mailboxes = new Map(people.map((person) => [person.key, new Mailbox(person, seed)]));
  for (const mailbox of mailboxes.values()) {
    if (samples) seedMailbox(mailbox);
    mailbox.onChange = (changed) => push.changed(changed);
  }
  const client = { clientId, clientSecret, ...(options.redirectUris && { redirectUris: options.redirectUris }) };
  const oauth = new OAuth(googleOAuth(), client, grants);
  const routes = [...driveRoutes(uploads, channels), ...gmailRoutes(quota, push)];
  const control = makeControl({ drives, mailboxes, quota, push, grants, faults, uploads, clientId });

  const answer = async (req: SandboxRequest): Promise<SandboxResponse> => {
    switch (req.path) {
      case '/o/oauth2/v2/auth':
        return oauth.authorize(req);
      case '/token':
        return oauth.token(req);
      case '/revoke':
        return oauth.revoke(req, false);
      case '/v1/userinfo':
        return userinfo(grants, req);
    }
    if (req.query.has('upload_id')) return uploads.go(req);
    return dispatch(req);
  };

  const dispatch = async (req: SandboxRequest): Promise<SandboxResponse> => {
    const token = bearer(req);
    if (token && req.fault?.kind === 'revoke') grants.revoke(token);
    if (token && req.fault?.kind === 'expire-token') grants.expire({ accessToken: token });
    for (const route of routes) {
      const params = route.method === req.method ? pathParams(route.path, req.path) : null;
      if (!params) continue;
      const grant = token === undefined ? null : grants.check(token);
      if (!grant) throw new GoogleError('authError', undefined, 'Authorization');
      if (!route.scopes.some((scope) => grant.scopes.includes(scope))) throw new GoogleError('insufficientPermissions');
      const [drive, mailbox] = [drives.get(grant.person)!, mailboxes.get(grant.person)!];
      return route.run({ req, drive, mailbox, grant, origin: server.url, maxPerPage, params });
    }
    return googleFailure(404, 'notFound', 'Not Found');
  };

  const refuse = (error: unknown): SandboxResponse =>
    error instanceof GoogleError
      ? googleFailure(error.status, error.reason, error.message, error.location)
      : googleFailure(500, 'internalError', String(error));

  const server = await startServer({
    ...(options.address && { address: options.address }),
    faults,
    answer,
    refuse,
    failure: (fault) => failureOnDemand(fault),
    control,
  });
  return {
    url: server.url,
    urls: addresses(server),
    clientId,
    clientSecret,
    drives,
    mailboxes,
    control,
    outside: (person) => outsideOf(control, drives.get(person)!),
    stop: () => server.stop(),
  };
}

const addresses = ({ url, publicUrl }: RunningServer) => ({
  authorize: `${publicUrl}/o/oauth2/v2/auth`,
  token: `${url}/token`,
  revoke: `${url}/revoke`,
  userinfo: `${url}/v1/userinfo`,
  drive: `${url}/drive/v3`,
  upload: `${url}/upload/drive/v3`,
  gmail: `${url}/gmail/v1`,
});
