import type { SandboxResponse } from '../shared/server.ts';
import type { Call, DriveCall } from './call.ts';
import { driveAnswer, followedSites, me, siteDrives, theSite } from './calls/account.ts';
import type { Copies } from './calls/copies.ts';
import { delta } from './calls/delta.ts';
import { redirectToContent } from './calls/download.ts';
import { changeItem, deleteItem, getItem, listChildren, makeFolder, restoreItem } from './calls/items.ts';
import type { SubscriptionList } from './calls/subscriptions.ts';
import { putContent, type UploadSessions } from './calls/upload-sessions.ts';
import { GraphError } from './errors.ts';
import type { Drive } from './files/drive.ts';

type Answer = SandboxResponse | Promise<SandboxResponse>;

export interface Services {
  sessions: UploadSessions;
  copies: Copies;
  subscriptions: SubscriptionList;
}

/** The address of a call: the drive, the item by id, a path below it between colons, and the action. */
const DRIVE_PATH = /^(\/me\/drive|\/drives\/[^/]+)(?:\/(root|items\/[^/:]+)(?::\/([^:]*):?)?(?:\/(\w+))?)?$/;

export function answer(call: Call, path: string, services: Services): Answer {
  const { method } = call.req;
  if (method === 'GET' && path === '/me') return me(call);
  if (method === 'GET' && path === '/me/followedSites') return followedSites(call);
  if (path === '/subscriptions' && method === 'POST') return services.subscriptions.create(call);
  const subscription = /^\/subscriptions\/([^/]+)$/.exec(path)?.[1];
  if (subscription !== undefined && method === 'DELETE') return services.subscriptions.remove(call, subscription);
  const site = /^\/sites\/([^/]+)\/drives$/.exec(path)?.[1];
  if (site !== undefined && method === 'GET') return siteDrives(theSite(call, decodeURIComponent(site)));
  return answerDrive(call, path, services);
}

function answerDrive(call: Call, path: string, services: Services): Answer {
  const parts = DRIVE_PATH.exec(path);
  if (!parts) throw new GraphError('invalidRequest', `Resource not found for the segment '${path}'.`);
  refuseOptions(call);
  const [, place = '', item, below, action = ''] = parts;
  const drive = driveAt(call, place);
  if (item === undefined) {
    if (call.req.method === 'GET') return driveAnswer(drive);
    throw new GraphError('notSupported');
  }
  if (call.req.method === 'POST' && action === 'restore' && place === '/me/drive')
    return restoreItem(call, drive, decodeURIComponent(item.slice('items/'.length)));
  const base = drive.get(item === 'root' ? 'root' : decodeURIComponent(item.slice('items/'.length)));
  if (!call.world.canReach(call.grant.person, drive, base)) throw new GraphError('accessDenied');
  const names = below === undefined ? [] : below.split('/').filter(Boolean).map(decodeURIComponent);
  const run = calls(services)[`${call.req.method} ${action}`];
  if (!run) throw new GraphError('invalidRequest', `There is no ${call.req.method} ${action}`);
  return run({ ...call, drive, base, path: names });
}

const options = new Set(['$select', '$top', '$skiptoken']);

/** An ignored option would be worse for a client than a refusal. */
function refuseOptions({ req }: Call): void {
  const unknown = [...req.query.keys()].find((name) => name.startsWith('$') && !options.has(name));
  if (unknown !== undefined) throw new GraphError('invalidRequest', `The query option '${unknown}' is not supported.`);
}

function driveAt(call: Call, place: string): Drive {
  const { world, grant } = call;
  if (place === '/me/drive') return world.ownDrive(grant.person);
  return world.drive(grant, decodeURIComponent(place.split('/')[2]!));
}

const calls = ({ sessions, copies }: Services): Record<string, (call: DriveCall) => Answer> => ({
  'GET ': getItem,
  'PATCH ': changeItem,
  'DELETE ': deleteItem,
  'GET children': listChildren,
  'POST children': makeFolder,
  'GET delta': delta,
  'GET content': redirectToContent,
  'PUT content': putContent,
  'POST createUploadSession': (call) => sessions.begin(call),
  'POST copy': (call) => copies.begin(call),
});
