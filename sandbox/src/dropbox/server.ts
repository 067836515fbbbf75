import { randomBytes } from 'node:crypto';
import { type FaultAction, Faults } from '../shared/faults.ts';
import type { ServerAddress } from '../shared/listen.ts';
import { OAuth } from '../shared/oauth.ts';
import { type Outside, outsideOf } from '../shared/outside.ts';
import type { Person } from '../shared/people.ts';
import { type SandboxRequest, type SandboxResponse, startServer } from '../shared/server.ts';
import type { Download } from './call.ts';
import { createControl, type DropboxControl } from './control.ts';
import { DropboxError, endpointError, rateLimited, refusal, tagged } from './errors.ts';
import { dropboxOAuth } from './oauth.ts';
import { readCall } from './request.ts';
import { routes } from './routes.ts';
import { runWrite } from './run-write.ts';
import { Webhook } from './webhook.ts';
import { World } from './world.ts';

export interface DropboxOptions {
  /** By default any free port, reachable only from this machine. */
  address?: ServerAddress;
  seed?: string;
  clientId?: string;
  clientSecret?: string;
  /** How long an access token is valid; four hours by default. */
  tokenSeconds?: number;
  /** With the same key, tokens stay valid after a restart. */
  tokenKey?: string;
  /** The maximum number of entries on a page of a list. */
  pageSize?: number;
  /** False starts with empty accounts. */
  samples?: boolean;
  /** Number of samples in each folder, 30 by default. Tests that need few files are faster with fewer. */
  filesPerFolder?: number;
}

export interface DropboxSandbox {
  url: string;
  /** The consent page, and the hosts of the API. */
  urls: { authorize: string; api: string; content: string };
  clientId: string;
  clientSecret: string;
  state: World;
  control: DropboxControl;
  outside(person: Person['key']): Outside;
  stop(): Promise<void>;
}

/** A strict Dropbox in miniature: OAuth, files, upload sessions, change feed and webhook, for three people. */
export async function startDropbox(options: DropboxOptions = {}): Promise<DropboxSandbox> {
  const { seed = 'sheaf', clientId = 'sandbox-dropbox', clientSecret = 'sandbox-dropbox-secret' } = options;
  const { tokenSeconds = 14_400, tokenKey, pageSize = 500, samples = true, filesPerFolder, address } = options;
  const world = new World({ seed, clientId, clientSecret, tokenSeconds, tokenKey, pageSize, samples, filesPerFolder });
  const faults = new Faults();
  const webhook = new Webhook(world);
  const control = createControl(world, faults, webhook);
  const oauth = new OAuth(dropboxOAuth(world), { clientId, clientSecret }, world.grants);
  const server = await startServer({
    address,
    faults,
    control,
    answer: (req) => respond(world, oauth, req),
    refuse,
    failure,
  });
  return {
    url: server.url,
    urls: {
      authorize: `${server.publicUrl}/www/oauth2/authorize`,
      api: `${server.url}/api`,
      content: `${server.url}/content`,
    },
    clientId,
    clientSecret,
    state: world,
    control,
    outside: (person) => outsideOf(control, { person }, '/'),
    stop() {
      webhook.stop();
      return server.stop();
    },
  };
}

async function respond(world: World, oauth: OAuth, req: SandboxRequest): Promise<SandboxResponse> {
  // Both also exist under the path of the API’s first version.
  if (/^\/www(\/1)?\/oauth2\/authorize$/.test(req.path)) return oauth.authorize(req);
  if (/^\/api(\/1)?\/oauth2\/token$/.test(req.path) && req.method === 'POST') return oauth.token(req);
  const [, host, name] = /^\/(api|content)\/2\/(.+)$/.exec(req.path) ?? [];
  const route = name !== undefined && Object.hasOwn(routes, name) ? routes[name] : undefined;
  if (!name || !route || route.host !== host) throw new DropboxError(404, `Unknown API function: "${req.path}"`);
  if (req.method !== 'POST') throw new DropboxError(405, `The API function "${name}" takes POST only.`);
  const call = await readCall(world, name, route, req);
  const result = await (route.writes === undefined ? route.run(call) : runWrite(route, route.writes, call));
  return route.style === 'download' ? downloaded(result as Download) : json(200, result);
}

function downloaded({ result, response }: Download): SandboxResponse {
  const header = JSON.stringify(result).replace(/[\u007f-\uffff]/g, escaped);
  return { ...response, headers: { ...response.headers, ...common(), 'dropbox-api-result': header } };
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const common = () => ({ 'x-dropbox-request-id': randomBytes(16).toString('hex') });

function json(status: number, body: unknown): SandboxResponse {
  return { status, headers: { 'content-type': 'application/json', ...common() }, body: JSON.stringify(body) };
}

function refuse(error: unknown): SandboxResponse {
  if (!(error instanceof DropboxError)) return { status: 500, headers: common(), body: String(error) };
  return { status: error.status, headers: { ...error.headers, ...common() }, body: error.body };
}

/** The answer of Dropbox for a failure; a reason is the tags of the error, outermost first. */
function failure(fault: FaultAction & { kind: 'status' }): SandboxResponse {
  const { status, retryAfter = 1, reason } = fault;
  if (status === 429 && reason === 'plain text') {
    return {
      status,
      headers: { 'retry-after': String(retryAfter), 'content-type': 'text/plain' },
      body: 'Too many requests',
    };
  }
  if (status === 429) return refuse(rateLimited(reason ?? 'too_many_requests', retryAfter));
  if (status === 409) return refuse(endpointError(reason ?? 'other'));
  if (status < 500 && reason !== undefined) return refuse(refusal(status, tagged(reason)));
  return { status, headers: { 'content-type': 'text/html', ...common() }, body: `<h1>${status}</h1>` };
}
