import type { files } from 'dropbox';
import { StoredContent } from '../../shared/content/content.ts';
import { type Call, oneOf } from '../call.ts';
import { badInput, DropboxError, endpointError } from '../errors.ts';
import { lower, pathArgument } from '../files/paths.ts';
import type { FileNode } from '../files/tree.ts';
import { freeName, refuseFull, refuseLockedContent, type Target, target } from '../files/writing.ts';

export const createPaperFields = { path: 'string', import_format: 'union' } as const;
export const updatePaperFields = {
  path: 'string',
  import_format: 'union',
  doc_update_policy: 'union',
  paper_revision: 'integer?',
} as const;

const FORMATS = ['html', 'markdown', 'plain_text'] as const;
const POLICIES = ['update', 'overwrite', 'prepend', 'append'] as const;

/** Where something is at the path, the document gets another name. */
export function createPaper(call: Call<files.PaperCreateArg>): files.PaperCreateResult {
  const { arg, route, view, account } = call;
  const path = pathArgument(arg.path, 'plain', route);
  const markdown = imported(call);
  if (!lower(path).endsWith('.paper')) throw endpointError('invalid_file_extension');
  const place = placeOf(() => target(view, path, 'path'));
  const file = { ...written(markdown), modifiedBy: account.accountId, paperRevision: 1 };
  refuseFull(account, file.content.size, 'invalid_path');
  const parent = place.parent();
  const isFree = (folder: typeof parent, name: string) => !folder.children.has(lower(name));
  const name = place.existing ? freeName(parent, place.name, isFree) : place.name;
  const node = view.tree.addFile(parent, name, { ...file, clientModified: file.serverModified });
  return {
    url: `https://www.dropbox.com/scl/fi/${node.id.slice(3)}.paper?dl=0`,
    result_path: view.path(node),
    file_id: node.id,
    paper_revision: 1,
  };
}

export function updatePaper(call: Call<files.PaperUpdateArg>): files.PaperUpdateResult {
  const { arg, route, view, account } = call;
  const policy = oneOf(route, 'doc_update_policy', arg.doc_update_policy, POLICIES);
  const added = imported(call);
  const node = view.look(pathArgument(arg.path, 'writeOrId', route), 'path');
  if (node.kind !== 'file') throw endpointError('path/not_file');
  if (!node.exports) throw endpointError('path/unsupported_content_type');
  refuseLocked(call, node);
  const { paperRevision = 1 } = node;
  if (policy === 'update') {
    if (arg.paper_revision === undefined) throw badInput(route, 'paper_revision is required to update');
    if (arg.paper_revision !== paperRevision) throw endpointError('revision_mismatch');
  }
  const now = Buffer.concat([...node.content.read()]).toString();
  const markdown = policy === 'append' ? `${now}\n${added}` : policy === 'prepend' ? `${added}\n${now}` : added;
  const file = { ...written(markdown), modifiedBy: account.accountId, paperRevision: paperRevision + 1 };
  view.tree.overwrite(node, { ...file, clientModified: file.serverModified });
  return { paper_revision: paperRevision + 1 };
}

function refuseLocked({ account }: Call<unknown>, node: FileNode): void {
  try {
    refuseLockedContent(account, node, 'path');
  } catch {
    throw endpointError('insufficient_permissions');
  }
}

/** Whatever is wrong with a path, this call has one word for it. */
function placeOf(find: () => Target): Target {
  try {
    return find();
  } catch (error) {
    throw error instanceof DropboxError && error.status === 409 ? endpointError('invalid_path') : error;
  }
}

/** The body as Markdown: HTML without its tags, and the rest as it is. */
function imported({ arg, bytes, route }: Call<{ import_format: files.ImportFormat }>): string {
  const format = oneOf(route, 'import_format', arg.import_format, FORMATS);
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes)) throw endpointError('content_malformed');
  if (format !== 'html') return text;
  const lines = text.replace(/<\/(p|h\d|li|div|tr)>|<br\s*\/?>/gi, '\n').replace(/<[^<>]*>/g, '');
  return lines.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function written(text: string) {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const paragraphs = escaped.split(/\n+/).filter(Boolean);
  const html = `<!doctype html>${paragraphs.map((line) => `<p>${line}</p>`).join('')}`;
  const markdown = new StoredContent(Buffer.from(text));
  const exports = { markdown, html: new StoredContent(Buffer.from(html)) };
  return { content: markdown, exports, serverModified: new Date() };
}
