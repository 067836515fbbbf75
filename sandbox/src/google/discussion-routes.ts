import { SCOPES } from './call.ts';
import { createComment, deleteComment, getComment, listComments, updateComment } from './calls/comments.ts';
import {
  createPermission,
  deletePermission,
  getPermission,
  listPermissions,
  updatePermission,
} from './calls/permissions.ts';
import { createReply, deleteReply, getReply, listReplies, updateReply } from './calls/replies.ts';
import { deleteRevision, getRevision, listRevisions, updateRevision } from './calls/revisions.ts';
import type { Route } from './route.ts';

const metadata = Object.values(SCOPES);
const content = [SCOPES.full, SCOPES.readonly, SCOPES.file];
const write = [SCOPES.full, SCOPES.file];

type Run = Route['run'];
interface Calls {
  list: Run;
  get: Run;
  create?: Run;
  update: Run;
  remove: Run;
}

/** The calls for what belongs to a file, all of the same form. */
function collection(path: string, id: string, read: readonly string[], calls: Calls): Route[] {
  const one = `${path}/:${id}`;
  return [
    { method: 'GET', path, scopes: read, run: calls.list },
    ...(calls.create ? [{ method: 'POST', path, scopes: write, run: calls.create }] : []),
    { method: 'GET', path: one, scopes: read, run: calls.get },
    { method: 'PATCH', path: one, scopes: write, run: calls.update },
    { method: 'DELETE', path: one, scopes: write, run: calls.remove },
  ];
}

const file = '/drive/v3/files/:fileId';

/** Who may see a file, what it was before, and what is said about it. */
export const discussionRoutes: readonly Route[] = [
  ...collection(`${file}/permissions`, 'permissionId', metadata, {
    list: listPermissions,
    get: getPermission,
    create: createPermission,
    update: updatePermission,
    remove: deletePermission,
  }),
  ...collection(`${file}/revisions`, 'revisionId', metadata, {
    list: listRevisions,
    get: getRevision,
    update: updateRevision,
    remove: deleteRevision,
  }),
  ...collection(`${file}/comments`, 'commentId', content, {
    list: listComments,
    get: getComment,
    create: createComment,
    update: updateComment,
    remove: deleteComment,
  }),
  ...collection(`${file}/comments/:commentId/replies`, 'replyId', content, {
    list: listReplies,
    get: getReply,
    create: createReply,
    update: updateReply,
    remove: deleteReply,
  }),
];
