import { randomBytes } from 'node:crypto';
import { type FaultAction, Faults } from '../shared/faults.ts';
import type { ServerAddress } from '../shared/listen.ts';
import { OAuth } from '../shared/oauth.ts';
import { type SandboxRequest, type SandboxResponse, startServer } from '../shared/server.ts';
import { download, signInPage } from './calls/files.ts';
import { createControl, type SlackControl } from './control.ts';
import { SlackError } from './errors.ts';
import { Events } from './events.ts';
import { methods } from './methods.ts';
import { slackOAuth } from './oauth.ts';
import type { RateMode } from './rates.ts';
import { bearerOf, callerOf, readCall } from './request.ts';
import { Sockets } from './sockets.ts';
import { addSamples } from './workspace/samples.ts';
import type { User } from './workspace/types.ts';
import { appId, World } from './world.ts';

export interface SlackOptions {
  /** By default any free port, reachable only from this machine. */
  address?: ServerAddress;
  seed?: string;
  /** The time before it is advanced; by default that of this machine. */
  clock?(): number;
  clientId?: string;
  clientSecret?: string;
  signingSecret?: string;
  appToken?: string;
  /** Tokens expire and are refreshed; Slack does so for apps that enable rotation. */
  rotation?: boolean;
  /** With the same key, tokens stay valid after a restart. */
  tokenKey?: string;
  /** No limits by default. */
  rates?: RateMode;
  /** An organization of two workspaces (Enterprise Grid), whose tokens cover both. */
  grid?: boolean;
  /** The maximum number of messages on a page. */
  pageSize?: number;
  /** False starts with people, and without channels. */
  samples?: boolean;
}

export interface SlackSandbox {
  url: string;
  /** The consent page, and the address of the methods. */
  urls: { authorize: string; api: string };
  clientId: string;
  clientSecret: string;
  settings: { signingSecret: string; appToken: string };
  state: World;
  control: SlackControl;
  stop(): Promise<void>;
}

/** A strict Slack in miniature: OAuth, one workspace with three people and more, files, rates and events. */
export async function startSlack(options: SlackOptions = {}): Promise<SlackSandbox> {
  const { seed = 'sheaf', clientId = 'sandbox-slack', clientSecret = 'sandbox-slack-secret' } = options;
  const { signingSecret = 'sandbox-slack-signing-secret', rotation = false, rates = 'off' } = options;
  const { appToken = `xapp-1-${appId}-sandbox` } = options;
  const { tokenKey, samples = true, address, pageSize = 1000, clock = Date.now, grid = false } = options;
  const app = { clientId, clientSecret, signingSecret, appToken, rotation, tokenKey };
  const world = new World({ seed, ...app, rates, grid, pageSize, clock });
  if (samples) addSamples(world);
  const faults = new Faults();
  const sockets = new Sockets(world);
  const events = new Events(world, sockets);
  const control = createControl(world, faults, { events, sockets });
  const oauth = new OAuth(slackOAuth(world), { clientId, clientSecret }, world.grants);
  const answer = (req: SandboxRequest) => respond(world, { oauth, sockets }, req);
  const { upgrade } = sockets;
  const server = await startServer({ address, faults, control, answer, refuse, failure, upgrade });
  world.url = server.url;
  return {
    url: server.url,
    urls: { authorize: `${server.publicUrl}/oauth/v2/authorize`, api: `${server.url}/api` },
    clientId,
    clientSecret,
    settings: { signingSecret, appToken },
    state: world,
    control,
    stop() {
      events.stop();
      sockets.drop();
      return server.stop();
    },
  };
}

async function respond(
  world: World,
  { oauth, sockets }: { oauth: OAuth; sockets: Sockets },
  req: SandboxRequest,
): Promise<SandboxResponse> {
  if (req.path === '/oauth/v2/authorize') return oauth.authorize(req);
  if (req.path === '/signin') return signInPage();
  const file = /^\/files-pri\/\w+-(F\w+)\/(?:download\/)?[^/]+$/.exec(req.path)?.[1];
  if (file !== undefined) return download(world, req, visitor(world, req), file);
  const name = /^\/api\/([\w.]+)$/.exec(req.path)?.[1];
  if (name === undefined) return { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not found</h1>' };
  if (name === 'oauth.v2.access') return oauth.token(req);
  if (name === 'apps.connections.open') return json({ ok: true, url: sockets.newAddress(req) });
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) throw new SlackError('unknown_method', { req_method: name });
  const call = await readCall(world, name, method, req);
  const headers = { 'x-oauth-scopes': call.scopes.join(','), 'x-accepted-oauth-scopes': method.scopes.join(',') };
  return json({ ok: true, ...method.run(call) }, headers);
}

/** The person who downloads a file; an invalid token is no error there. */
function visitor(world: World, req: SandboxRequest): User | null {
  try {
    const { user, scopes } = callerOf(world, bearerOf(req) ?? '');
    return scopes.includes('files:read') ? user : null;
  } catch {
    return null;
  }
}

function json(body: object, headers: Record<string, string> = {}, status = 200): SandboxResponse {
  const common = {
    'content-type': 'application/json; charset=utf-8',
    'x-slack-req-id': randomBytes(16).toString('hex'),
  };
  return { status, headers: { ...common, ...headers }, body: JSON.stringify(body) };
}

function refuse(error: unknown): SandboxResponse {
  if (!(error instanceof SlackError)) return { status: 500, body: String(error) };
  const { retryAfter, more } = error;
  const body = { ok: false, error: error.message, ...more };
  return retryAfter === undefined ? json(body) : json(body, { 'retry-after': String(retryAfter) }, 429);
}

/** The answer of Slack for a failure; with status 200, the reason is the error. */
function failure({ status, retryAfter = 1, reason }: FaultAction & { kind: 'status' }): SandboxResponse {
  if (status === 429) return refuse(new SlackError(reason ?? 'ratelimited', {}, retryAfter));
  if (status === 200) return refuse(new SlackError(reason ?? 'internal_error'));
  return { status, headers: { 'content-type': 'text/html' }, body: `<h1>${status}</h1>` };
}
