import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { pageQuery } from './calls/envelope.ts';
import { id, success, text } from './calls/fields.ts';
import { limits } from './calls/limits.ts';
import { many, named, permission, principal } from './documents.ts';

/** Ids of further documents, separated by commas, which are handled together with the one in the path. */
export const also = z
  .string()
  .transform((ids) => ids.split(','))
  .pipe(z.array(id).max(limits.perPageMax, `At most ${limits.perPageMax}`))
  .optional();
const memberQuery = z.strictObject({ ...pageQuery, search: text(limits.searchMax).optional(), also });

const sharedMember = principal
  .extend({
    /** How many of the given documents they see. */
    documents: z.int(),
    /** What they may do with all of these, by the share that gives them most. */
    permission,
    /** The folder through which they have access, unless the documents are shared directly. */
    via: named.nullable(),
    /** For a person: the group through which they have access, unless it is shared with the person. */
    group: named.nullable(),
    /** For a group: how many people are in it. */
    members: z.int().nullable(),
    /** The progress in percent while the contents of a large folder are still being shared. */
    progress: z.int().nullable(),
  })
  .meta({ id: 'SharedMember' });
export type SharedMember = z.output<typeof sharedMember>;

const candidate = principal
  .extend({
    /** For a group: how many people are in it. */
    members: z.int().nullable(),
  })
  .meta({ id: 'ShareCandidate' });
export type ShareCandidate = z.output<typeof candidate>;

const reason = z
  .object({
    kind: z.enum(['owner', 'share', 'group', 'folder']),
    /** What this share lets them do. */
    permission,
    /** For the kind group. */
    group: named.nullable(),
    /** The folder above that is shared; null if the document itself is. */
    folder: named.nullable(),
  })
  .meta({ id: 'AccessReason' });
export type AccessReason = z.output<typeof reason>;

export const sharing = {
  share: endpoint({
    method: 'POST',
    path: '/user/share-files',
    access: 'documents.share',
    summary:
      'Share your documents with people and groups; a folder includes everything in it, now and later. They get an email, except in very large groups. Large folders are shared in the background. A permission changes that of those who have access already',
    body: z.strictObject({
      inviting_ids: many,
      document_ids: many,
      /** View if left out; people with access keep what they have. */
      permission: permission.optional(),
    }),
    data: success,
    errors: ['not_found', 'conflict'],
  }),
  members: endpoint({
    method: 'GET',
    path: '/user/share-files/members/{documentId}',
    access: 'documents.share',
    summary:
      'Who can see any of your given documents: groups, then people by name; `group` and `via` name the group or folder that gives access',
    params: z.strictObject({ documentId: id }),
    query: memberQuery,
    data: z.array(sharedMember),
    paged: true,
    errors: ['not_found'],
  }),
  others: endpoint({
    method: 'GET',
    path: '/user/not-share/members/{documentId}',
    access: 'documents.share',
    summary: 'Groups, and people by name, who can’t see all of the given documents yet',
    params: z.strictObject({ documentId: id }),
    query: memberQuery,
    data: z.array(candidate),
    paged: true,
    errors: ['not_found'],
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/user/share-candidates',
    access: 'documents.share',
    summary: 'Groups, and people by name, whom documents can be shared with',
    query: z.strictObject({ ...pageQuery, search: text(limits.searchMax).optional() }),
    data: z.array(candidate),
    paged: true,
  }),
  unshare: endpoint({
    method: 'DELETE',
    path: '/user/share-files/{userId}/{documentId}',
    access: 'documents.read',
    summary: 'Remove access for a person or group, or your own. Succeeds if it was already removed',
    params: z.strictObject({ userId: id, documentId: id }),
    query: z.strictObject({ also }),
    data: success,
    errors: ['not_found', 'conflict'],
    whileReadOnly: true,
  }),
  reasons: endpoint({
    method: 'GET',
    path: '/documents/{id}/access',
    access: 'documents.read',
    summary: 'All reasons why someone can see or edit a document, the strongest first; for others, only if you own it',
    params: z.strictObject({ id }),
    query: z.strictObject({ user_id: id }),
    data: z.array(reason),
    errors: ['not_found'],
  }),
};
