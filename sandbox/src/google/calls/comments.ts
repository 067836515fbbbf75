import type { drive_v3 } from '@googleapis/drive';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, fieldsOf, jsonBody, theFile } from '../call.ts';
import { GoogleError } from '../errors.ts';
import type { Comment, Reply } from '../files/comment.ts';
import type { DriveNode } from '../files/drive-node.ts';
import { user } from '../files/users.ts';
import { answerList, answerOne } from './resources.ts';

type Body = drive_v3.Schema$Comment;

export function listComments(call: Call): SandboxResponse {
  const { query } = call.req;
  requireFields(call);
  const since = Date.parse(query.get('startModifiedTime') ?? '1970-01-01T00:00:00Z');
  if (Number.isNaN(since)) throw new GoogleError('invalid', 'Invalid Value', 'startModifiedTime');
  const all = theFile(call)
    .comments.filter(({ isDeleted, modified }) => modified >= since && isShown(call, isDeleted))
    .map((comment) => commentResource(call, comment));
  return answerList(call, { schema: 'CommentList', of: 'comments', all, usual: null, size: [20, 100] });
}

export function getComment(call: Call): SandboxResponse {
  requireFields(call);
  const comment = theComment(call, theFile(call));
  if (!isShown(call, comment.isDeleted)) throw notFound(comment.id);
  return answerOne(call, 'Comment', commentResource(call, comment), []);
}

export async function createComment(call: Call): Promise<SandboxResponse> {
  requireFields(call);
  const node = commentable(call);
  const body = await jsonBody<Body>(call);
  const comment: Comment = {
    ...newRemark(call, textOf(body.content)),
    ...(body.anchor && { anchor: body.anchor }),
    ...(body.quotedFileContent && { quotedFileContent: body.quotedFileContent }),
    resolved: false,
    replies: [],
  };
  call.drive.update(node, { comments: [...node.comments, comment] });
  return answerOne(call, 'Comment', commentResource(call, comment), []);
}

export async function updateComment(call: Call): Promise<SandboxResponse> {
  requireFields(call);
  const node = commentable(call);
  const body = await jsonBody<Body>(call);
  const comment = changeComment(call, node, { content: textOf(body.content) });
  return answerOne(call, 'Comment', commentResource(call, comment), []);
}

/** Its place and its replies stay, without its text. */
export function deleteComment(call: Call): SandboxResponse {
  changeComment(call, commentable(call), { content: '', isDeleted: true });
  return { status: 204 };
}

export function requireFields(call: Call): void {
  if (fieldsOf(call) !== null) return;
  throw new GoogleError('required', "The 'fields' parameter is required for this method.", 'fields');
}

export function commentable(call: Call): DriveNode {
  const node = theFile(call);
  if (!call.drive.mayEdit(node)) throw new GoogleError('insufficientFilePermissions');
  return node;
}

export function theComment({ params }: Call, node: DriveNode): Comment {
  const found = node.comments.find(({ id }) => id === params.commentId);
  if (!found) throw notFound(params.commentId!);
  return found;
}

/** The comment of the call as it is after the change. */
export function changeComment(call: Call, node: DriveNode, change: Partial<Comment>): Comment {
  const held = theComment(call, node);
  if (held.isDeleted) throw notFound(held.id);
  const comment = { ...held, ...change, modified: Date.now() };
  call.drive.update(node, { comments: node.comments.map((one) => (one.id === comment.id ? comment : one)) });
  return comment;
}

export const isShown = ({ req }: Call, isDeleted: boolean) => !isDeleted || req.query.get('includeDeleted') === 'true';

export function textOf(content: string | null | undefined): string {
  if (!content) throw new GoogleError('required', 'The content is required.', 'content');
  return content;
}

export function newRemark({ drive }: Call, content: string) {
  const now = Date.now();
  return { id: `AAAA${drive.newId(12)}`, content, created: now, modified: now, isDeleted: false };
}

function remarkResource({ drive }: Call, remark: Comment | Reply) {
  const { id, content, created, modified, isDeleted } = remark;
  return {
    id,
    createdTime: new Date(created).toISOString(),
    modifiedTime: new Date(modified).toISOString(),
    author: user(drive, true),
    deleted: isDeleted,
    ...(!isDeleted && content && { content, htmlContent: content.replaceAll('&', '&amp;').replaceAll('<', '&lt;') }),
  };
}

export const replyResource = (call: Call, reply: Reply): drive_v3.Schema$Reply => ({
  kind: 'drive#reply',
  ...remarkResource(call, reply),
  ...(reply.action && { action: reply.action }),
});

function commentResource(call: Call, comment: Comment): drive_v3.Schema$Comment {
  const { anchor, quotedFileContent, resolved, replies } = comment;
  return {
    kind: 'drive#comment',
    ...remarkResource(call, comment),
    ...(anchor && { anchor }),
    ...(quotedFileContent && { quotedFileContent }),
    resolved,
    replies: replies.filter(({ isDeleted }) => isShown(call, isDeleted)).map((reply) => replyResource(call, reply)),
  };
}

const notFound = (id: string) => new GoogleError('notFound', `Comment not found: ${id}.`, 'commentId');
