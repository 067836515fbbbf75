import type { drive_v3 } from '@googleapis/drive';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, jsonBody, theFile } from '../call.ts';
import { GoogleError } from '../errors.ts';
import type { Reply } from '../files/comment.ts';
import type { DriveNode } from '../files/drive-node.ts';
import {
  changeComment,
  commentable,
  isShown,
  newRemark,
  replyResource,
  requireFields,
  textOf,
  theComment,
} from './comments.ts';
import { answerList, answerOne } from './resources.ts';

type Body = drive_v3.Schema$Reply;

export function listReplies(call: Call): SandboxResponse {
  requireFields(call);
  const { replies } = theComment(call, theFile(call));
  const all = replies.filter(({ isDeleted }) => isShown(call, isDeleted)).map((reply) => replyResource(call, reply));
  return answerList(call, { schema: 'ReplyList', of: 'replies', all, usual: null, size: [20, 100] });
}

export function getReply(call: Call): SandboxResponse {
  requireFields(call);
  const reply = theReply(call, theFile(call));
  if (!isShown(call, reply.isDeleted)) throw notFound(reply.id);
  return answerOne(call, 'Reply', replyResource(call, reply), []);
}

/** A reply can also resolve the comment, or open it again; it then needs no text. */
export async function createReply(call: Call): Promise<SandboxResponse> {
  requireFields(call);
  const node = commentable(call);
  const body = await jsonBody<Body>(call);
  const action = body.action === 'resolve' || body.action === 'reopen' ? body.action : undefined;
  if (body.action != null && !action) throw new GoogleError('invalid', 'Invalid Value', 'reply.action');
  const content = action ? (body.content ?? '') : textOf(body.content);
  const reply: Reply = { ...newRemark(call, content), ...(action && { action }) };
  const { replies } = theComment(call, node);
  changeComment(call, node, { replies: [...replies, reply], ...(action && { resolved: action === 'resolve' }) });
  return answerOne(call, 'Reply', replyResource(call, reply), []);
}

export async function updateReply(call: Call): Promise<SandboxResponse> {
  requireFields(call);
  const node = commentable(call);
  const body = await jsonBody<Body>(call);
  return answerOne(call, 'Reply', replyResource(call, change(call, node, { content: textOf(body.content) })), []);
}

export function deleteReply(call: Call): SandboxResponse {
  change(call, commentable(call), { content: '', isDeleted: true });
  return { status: 204 };
}

function theReply(call: Call, node: DriveNode): Reply {
  const found = theComment(call, node).replies.find(({ id }) => id === call.params.replyId);
  if (!found) throw notFound(call.params.replyId!);
  return found;
}

function change(call: Call, node: DriveNode, to: Partial<Reply>): Reply {
  const held = theReply(call, node);
  if (held.isDeleted) throw notFound(held.id);
  const reply = { ...held, ...to, modified: Date.now() };
  const { replies } = theComment(call, node);
  changeComment(call, node, { replies: replies.map((one) => (one.id === reply.id ? reply : one)) });
  return reply;
}

const notFound = (id: string) => new GoogleError('notFound', `Reply not found: ${id}.`, 'replyId');
