import type { files } from 'dropbox';
import { StoredContent } from '../../shared/content/content.ts';
import { seededId } from '../../shared/random.ts';
import type { SandboxRequest, SandboxResponse } from '../../shared/server.ts';
import { type Call, checkFields } from '../call.ts';
import { badInput, DropboxError } from '../errors.ts';
import { pathArgument } from '../files/paths.ts';
import type { World } from '../world.ts';
import { commit, commitFields } from './commit.ts';

export const uploadLinkFields = { commit_info: 'object', duration: 'number=' } as const;

const LEAST_SECONDS = 60;
const MOST_SECONDS = 4 * 3600;
const MOST_BYTES = 150 * 1024 * 1024;

/** What is at the path matters only once something is uploaded. */
export function getUploadLink(call: Call<files.GetTemporaryUploadLinkArg>): files.GetTemporaryUploadLinkResult {
  const { arg, route, world, view } = call;
  const { commit_info, duration = MOST_SECONDS } = arg;
  checkFields(commit_info, commitFields, route, 'commit_info');
  pathArgument(commit_info.path, 'writeOrId', route);
  if (duration < LEAST_SECONDS || duration > MOST_SECONDS)
    throw badInput(route, `request body: duration: ${duration} is not between ${LEAST_SECONDS} and ${MOST_SECONDS}`);
  const key = seededId(`upload link ${world.serial++}`, 40);
  world.uploadLinks.set(key, { view, commit: commit_info, expires: Date.now() + duration * 1000, isUsed: false });
  return { link: `${world.contentUrl}/apitul/1/${key}` };
}

/** A POST to such a link; no token is needed. Why something is refused is not said. */
export async function useUploadLink(world: World, key: string, req: SandboxRequest): Promise<SandboxResponse> {
  const type = req.headers['content-type'];
  if (req.method !== 'POST' || !/^(application\/octet-stream|text\/plain)/.test(type ?? ''))
    throw new DropboxError(400, 'Bad HTTP "Content-Type" header. Expecting "application/octet-stream".');
  const bytes = await req.body(MOST_BYTES);
  const link = world.uploadLinks.get(key);
  if (!link) throw new DropboxError(409, 'Temporary upload link does not exist.');
  if (link.isUsed) throw new DropboxError(410, 'Temporary upload link has been recently consumed.');
  if (link.expires <= Date.now()) throw new DropboxError(410, 'Temporary upload link has expired.');
  link.isUsed = true;
  const content = new StoredContent(bytes);
  const { view } = link;
  try {
    commit({ route: 'files/upload', view, account: view.account }, link.commit, content);
  } catch (error) {
    throw error instanceof DropboxError ? new DropboxError(409, 'The upload failed.') : error;
  }
  const body = JSON.stringify({ 'content-hash': content.hash('dropbox') });
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}
