import { byteRange } from '../../shared/range.ts';
import type { SandboxRequest, SandboxResponse } from '../../shared/server.ts';
import type { Call } from '../call.ts';
import { SlackError } from '../errors.ts';
import { describeFile } from '../workspace/describe.ts';
import type { User } from '../workspace/types.ts';
import type { World } from '../world.ts';

export function filesInfo({ world, args }: Call): object {
  const file = world.files.get(args.get('file') ?? '');
  if (!file || file.lost) throw new SlackError('file_not_found');
  if (file.mode === 'tombstone') throw new SlackError('file_deleted');
  const paging = { count: 100, total: 0, page: 1, pages: 0 };
  return { file: describeFile(world, file), comments: [], paging, response_metadata: { next_cursor: '' } };
}

/** The bytes of a file. Without a valid token, the sign-in page is shown, as to a browser. */
export function download(world: World, req: SandboxRequest, user: User | null, id: string): SandboxResponse {
  if (!user) {
    const location = `${world.url}/signin?redir=${encodeURIComponent(req.path)}`;
    return { status: 302, headers: { location } };
  }
  const file = world.files.get(id);
  if (!file || file.lost || file.mode === 'tombstone' || file.mode === 'external') {
    return { status: 404, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Not found</title>' };
  }
  const { content, mimeType } = file;
  const headers = { 'content-type': mimeType, etag: `"${content.hash('md5')}"`, 'accept-ranges': 'bytes' };
  const part = byteRange(req.headers.range, content.size);
  if (part === 'unsatisfiable') return { status: 416, headers: { 'content-range': `bytes */${content.size}` } };
  if (part === null) {
    return { status: 200, headers: { ...headers, 'content-length': String(content.size) }, body: content.read() };
  }
  const range = `bytes ${part.start}-${part.end}/${content.size}`;
  const length = String(part.end - part.start + 1);
  return {
    status: 206,
    headers: { ...headers, 'content-length': length, 'content-range': range },
    body: content.read(part.start, part.end + 1),
  };
}

/** The answer without a valid token: status 200, and no file. */
export const signInPage = (): SandboxResponse => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><html><head><title>Sign in | Slack</title></head><body>Sign in to your workspace</body></html>',
});
