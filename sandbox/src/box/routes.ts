import type { SandboxResponse } from '../shared/server.ts';
import type { Call } from './call.ts';
import type { Downloads } from './calls/download.ts';
import { listEvents } from './calls/events.ts';
import {
  copyItem,
  createFolder,
  deleteItem,
  deleteTrashed,
  getItem,
  listItems,
  restoreItem,
  updateItem,
} from './calls/items.ts';
import { getMe } from './calls/me.ts';
import { preflight, uploadFile } from './calls/upload.ts';
import type { UploadSessions } from './calls/upload-sessions.ts';

export interface Route {
  method: string;
  path: RegExp;
  /** True if `root_readonly` isn’t enough. */
  writes: boolean;
  run(call: Call): SandboxResponse | Promise<SandboxResponse>;
}

const read = (path: RegExp, run: Route['run']): Route => ({ method: 'GET', path, writes: false, run });
const write = (method: string, path: RegExp, run: Route['run']): Route => ({ method, path, writes: true, run });

const item = String.raw`/2\.0/(?<kind>files|folders|web_links)/(?<id>\d+)`;
const upload = String.raw`/upload/api/2\.0/files`;
const session = String.raw`${upload}/upload_sessions/(?<session>[\dA-F]{32})`;

/** The implemented calls of Box; those that receive contents have a host of their own. */
export const boxRoutes = (downloads: Downloads, sessions: UploadSessions): readonly Route[] => [
  read(/^\/2\.0\/users\/me$/, getMe),
  read(/^\/2\.0\/events$/, listEvents),
  read(/^\/2\.0\/folders\/(?<id>\d+|trash)\/items$/, listItems),
  read(/^\/2\.0\/(?<kind>files)\/(?<id>\d+)\/content$/, (call) => downloads.redirect(call)),
  read(new RegExp(`^${item}$`), getItem),
  write('OPTIONS', /^\/2\.0\/files\/content\/?$/, preflight),
  write('POST', /^\/2\.0\/folders$/, createFolder),
  write('PUT', new RegExp(`^${item}$`), updateItem),
  write('POST', new RegExp(`^${item}$`), restoreItem),
  write('DELETE', new RegExp(`^${item}$`), deleteItem),
  write('DELETE', new RegExp(`^${item}/trash$`), deleteTrashed),
  write('POST', /^\/2\.0\/(?<kind>files|folders)\/(?<id>\d+)\/copy$/, copyItem),
  write('POST', new RegExp(`^${upload}/content$`), uploadFile),
  write('POST', /^\/upload\/api\/2\.0\/(?<kind>files)\/(?<id>\d+)\/content$/, uploadFile),
  write('POST', new RegExp(`^${upload}/upload_sessions$`), (call) => sessions.create(call)),
  write('POST', /^\/upload\/api\/2\.0\/(?<kind>files)\/(?<id>\d+)\/upload_sessions$/, (call) => sessions.create(call)),
  write('PUT', new RegExp(`^${session}$`), (call) => sessions.putPart(call)),
  write('DELETE', new RegExp(`^${session}$`), (call) => sessions.abort(call)),
  write('GET', new RegExp(`^${session}/parts$`), (call) => sessions.listParts(call)),
  write('POST', new RegExp(`^${session}/commit$`), (call) => sessions.commit(call)),
];
