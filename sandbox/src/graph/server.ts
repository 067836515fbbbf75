import { Faults } from '../shared/faults.ts';
import type { Grant } from '../shared/grants.ts';
import type { ServerAddress } from '../shared/listen.ts';
import { OAuth } from '../shared/oauth.ts';
import { type Outside, outsideOf } from '../shared/outside.ts';
import type { Person } from '../shared/people.ts';
import { type SandboxRequest, type SandboxResponse, startServer } from '../shared/server.ts';
import { answerBatch } from './batch.ts';
import { Copies } from './calls/copies.ts';
import { Downloads } from './calls/download.ts';
import { SubscriptionList } from './calls/subscriptions.ts';
import { UploadSessions } from './calls/upload-sessions.ts';
import { type GraphControl, makeControl } from './control.ts';
import { failureOnDemand, GraphError, graphFailure } from './errors.ts';
import type { Drive } from './files/drive.ts';
import type { GraphNode } from './files/graph-node.ts';
import { Mail } from './mail/mail.ts';
import { microsoftOAuth } from './oauth.ts';
import { answer as answerCall } from './routes.ts';
import { Throttle } from './throttle.ts';
import { World } from './world.ts';

export interface GraphOptions {
  /** By default any free port, reachable only from this machine. */
  address?: ServerAddress;
  /** Determines all names, ids and contents. */
  seed?: string;
  /** False starts with empty drives. */
  samples?: boolean;
  /** Number of samples in each folder, 30 by default. Tests that need few files are faster with fewer. */
  filesPerFolder?: number;
  clientId?: string;
  clientSecret?: string;
  /** How long an access token is valid; an hour by default. */
  tokenSeconds?: number;
  /** With the same key, tokens stay valid after a restart. */
  tokenKey?: string;
  /** The maximum number of entries on a page of a list. */
  pageSize?: number;
  /** The lag of delta feeds; none by default. */
  lagMs?: number;
}

export interface GraphSandbox {
  url: string;
  /** The URLs for the connector, by the names its manifest uses. */
  urls: Record<'authorize' | 'token' | 'graph', string>;
  clientId: string;
  clientSecret: string;
  state: World;
  control: GraphControl;
  outside(person: Person['key']): Outside;
  stop(): Promise<void>;
}

/** Microsoft Graph in miniature: sign-in, personal and business drives, the libraries of SharePoint sites, and mail. */
export async function startGraph(options: GraphOptions = {}): Promise<GraphSandbox> {
  const { seed = 'sheaf', samples = true, clientId = 'sandbox-microsoft', address } = options;
  const {
    clientSecret = 'sandbox-microsoft-secret',
    tokenSeconds = 3600,
    tokenKey,
    pageSize = 999,
    lagMs = 0,
    filesPerFolder,
  } = options;
  const faults = new Faults();
  const throttle = new Throttle();
  const subscriptions = new SubscriptionList();
  const world = new World(
    { seed, samples, filesPerFolder, clientId, clientSecret, tokenSeconds, tokenKey, pageSize, lagMs },
    (drive) => subscriptions.changed(drive),
  );
  const needsApproval = world.needsApproval.bind(world);
  const oauth = new OAuth({ ...microsoftOAuth, needsApproval }, { clientId, clientSecret }, world.grants);
  const downloads = new Downloads(world);
  const downloadLink = (drive: Drive, node: GraphNode) => downloads.link(drive, node);
  const sessions = new UploadSessions();
  const copies = new Copies();
  const services = { sessions, copies, subscriptions };
  const mail = new Mail({ seed, samples });
  const control = makeControl({ world, faults, throttle, sessions, downloads, mail });

  const answer = async (req: SandboxRequest): Promise<SandboxResponse> => {
    const { path } = req;
    if (/^\/[\w-]+\/oauth2\/v2\.0\/authorize$/.test(path)) return oauth.authorize(req);
    if (/^\/[\w-]+\/oauth2\/v2\.0\/token$/.test(path) && req.method === 'POST') return oauth.token(req);
    const [, kind, key = ''] = /^\/(download|up|monitor)\/([\w-]+)$/.exec(path) ?? [];
    if (kind === 'download') return downloads.follow(req, key);
    if (kind === 'up') return sessions.go(req, key);
    if (kind === 'monitor') return copies.state(req, key);
    if (!path.startsWith('/v1.0/')) return graphFailure(404, 'itemNotFound', 'Not found');
    if (path !== '/v1.0/$batch') return answerOne(req);
    caller(world, req);
    return answerBatch(req, faults, async (part) => {
      if (part.fault?.kind === 'status') return failureOnDemand(part.fault);
      return answerOne(part).catch(refuse);
    });
  };

  const answerOne = async (req: SandboxRequest): Promise<SandboxResponse> => {
    const path = req.path.slice('/v1.0'.length);
    const grant = caller(world, req);
    throttle.count(grant.person);
    const call = { req, world, grant, downloadLink };
    return Mail.isAbout(path) ? mail.answer(call, path) : answerCall(call, path, services);
  };

  const refuse = (error: unknown): SandboxResponse =>
    error instanceof GraphError
      ? graphFailure(error.status, error.code, error.message, error.headers)
      : graphFailure(500, 'generalException', String(error));

  const server = await startServer({
    ...(address && { address }),
    faults,
    control,
    answer,
    refuse,
    failure: failureOnDemand,
  });
  world.origin = server.url;
  return {
    url: server.url,
    urls: {
      authorize: `${server.publicUrl}/common/oauth2/v2.0/authorize`,
      token: `${server.url}/common/oauth2/v2.0/token`,
      graph: `${server.url}/v1.0`,
    },
    clientId,
    clientSecret,
    state: world,
    control,
    outside: (person) => outsideOf(control, { person }),
    stop: () => server.stop(),
  };
}

function caller({ grants }: World, req: SandboxRequest): Grant {
  const accessToken = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1];
  if (accessToken === undefined) throw new GraphError('InvalidAuthenticationToken', 'Access token is empty.');
  if (req.fault?.kind === 'revoke') grants.revoke(accessToken);
  if (req.fault?.kind === 'expire-token') grants.expire({ accessToken });
  const grant = grants.check(accessToken);
  if (!grant) throw new GraphError('InvalidAuthenticationToken');
  return grant;
}
