import { Faults } from '../shared/faults.ts';
import { Grants } from '../shared/grants.ts';
import { type Person, people } from '../shared/people.ts';
import { type SandboxRequest, type SandboxResponse, startServer } from '../shared/server.ts';
import type { Call } from './call.ts';
import { Channels } from './channels.ts';
import { makeControl } from './control.ts';
import { Drive } from './drive.ts';
import { failureOnDemand, GoogleError, googleFailure } from './errors.ts';
import { bearer, OAuth } from './oauth.ts';
import { driveRoutes, pathParams } from './routes.ts';
import { seedDrive } from './seed-drive.ts';
import { Uploads } from './uploads.ts';

export interface GoogleOptions {
  /** Any free one unless given. Only this machine can reach it. */
  port?: number;
  /** Decides all names, ids and contents. */
  seed?: string;
  /** False starts with empty accounts. */
  samples?: boolean;
  clientId?: string;
  clientSecret?: string;
  /** Addresses a code may be sent to; any of this machine or https, when left out. */
  redirectUris?: readonly string[];
  accessTokenSeconds?: number;
  /** Whoever starts again with the same one knows the tokens of before. */
  tokenKey?: string;
  /** The most entries on a page of a list, whatever is asked for; 1,000 unless given, as in Drive. */
  pageSize?: number;
}

export interface GoogleSandbox {
  url: string;
  /** For the connector, by the names its manifest uses. */
  urls: Record<'authorize' | 'token' | 'revoke' | 'userinfo' | 'drive' | 'upload', string>;
  clientId: string;
  clientSecret: string;
  /** What each account holds. */
  drives: ReadonlyMap<Person['key'], Drive>;
  control: ReturnType<typeof makeControl>;
  stop(): Promise<void>;
}

/** Google in miniature: OAuth with a consent page, and Drive v3 for three people. In memory. */
export async function startGoogle(options: GoogleOptions = {}): Promise<GoogleSandbox> {
  const {
    seed = 'sheaf',
    samples = true,
    clientId = 'sandbox-google',
    clientSecret = 'sandbox-google-secret',
  } = options;
  const mostPerPage = options.pageSize ?? 1000;
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
    if (samples) seedDrive(drive, seed);
    drive.onChange = (changed) => channels.changed(changed);
  }
  const client = { clientId, clientSecret, ...(options.redirectUris && { redirectUris: options.redirectUris }) };
  const oauth = new OAuth(client, grants);
  const routes = driveRoutes(uploads, channels);
  const control = makeControl({ drives, grants, faults, uploads, clientId });

  const answer = async (req: SandboxRequest): Promise<SandboxResponse> => {
    switch (req.path) {
      case '/o/oauth2/v2/auth':
        return oauth.authorize(req);
      case '/token':
        return oauth.token(req);
      case '/revoke':
        return oauth.revoke(req);
      case '/v1/userinfo':
        return oauth.userinfo(req);
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
      const call: Call = { req, drive: drives.get(grant.person)!, grant, origin: server.url, mostPerPage, params };
      return route.run(call);
    }
    return googleFailure(404, 'notFound', 'Not Found');
  };

  const server = await startServer({
    ...(options.port !== undefined && { port: options.port }),
    faults,
    answer,
    refuse: (error) =>
      error instanceof GoogleError
        ? googleFailure(error.status, error.reason, error.message, error.location)
        : googleFailure(500, 'internalError', String(error)),
    failure: (fault) => failureOnDemand(fault),
    control,
  });
  return {
    url: server.url,
    urls: addresses(server.url),
    clientId,
    clientSecret,
    drives,
    control,
    stop: () => server.stop(),
  };
}

const addresses = (url: string) => ({
  authorize: `${url}/o/oauth2/v2/auth`,
  token: `${url}/token`,
  revoke: `${url}/revoke`,
  userinfo: `${url}/v1/userinfo`,
  drive: `${url}/drive/v3`,
  upload: `${url}/upload/drive/v3`,
});
