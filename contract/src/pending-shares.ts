import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { email, id, success, timestamp } from './calls/fields.ts';
import { limits } from './calls/limits.ts';
import { many, permission } from './documents.ts';
import { also } from './sharing.ts';

const pendingShare = z
  .object({
    /** The id of the invitation, or of the request for one. */
    id: z.uuid(),
    email: z.string(),
    /** Invited and not joined yet, the same with an expired invitation, or the result of the request to invite them. */
    state: z.enum(['invited', 'expired', 'requested', 'declined']),
    /** How many of the given documents they will see. */
    documents: z.int(),
    /** What they will be able to do with all of these. */
    permission,
  })
  .meta({ id: 'PendingShare' });
export type PendingShare = z.output<typeof pendingShare>;

const sharedByEmail = z.object({
  email: z.string(),
  /** With a member; waiting until they accept their invitation; or waiting until an owner or admin invites them. */
  result: z.enum(['shared', 'invited', 'requested']),
});
export type SharedByEmail = z.output<typeof sharedByEmail>;

/** Sharing with people who are not members yet. */
export const pendingShares = {
  create: endpoint({
    method: 'POST',
    path: '/user/share-by-email',
    access: 'documents.share',
    summary:
      'Share your documents with email addresses. People outside the workspace are invited as guests, or their invitation by owners and admins is asked for, where your role doesn’t invite; they see the documents once they join',
    body: z.strictObject({
      emails: z
        .array(email)
        .min(1, 'Enter at least one address')
        .max(limits.invitesAtOnce, `At most ${limits.invitesAtOnce} at once`),
      document_ids: many,
      /** Members and groups to share with as well. */
      inviting_ids: z.array(id).max(limits.documentsAtOnce, `At most ${limits.documentsAtOnce}`).default([]),
      /** View if left out; people with access keep what they have. */
      permission: permission.optional(),
    }),
    data: z.array(sharedByEmail),
    errors: ['not_found', 'conflict', 'plan_limit'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/user/share-by-email/{documentId}',
    access: 'documents.share',
    summary: 'Who will see any of your given documents once they join, by address (at most 200)',
    params: z.strictObject({ documentId: id }),
    query: z.strictObject({ also }),
    data: z.array(pendingShare),
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/share-by-email/{id}/{documentId}',
    access: 'documents.share',
    summary:
      'Stop sharing your documents with someone who hasn’t joined yet. Ends the invitation or request if it was made for sharing and nothing else is left to share',
    params: z.strictObject({ id, documentId: id }),
    query: z.strictObject({ also }),
    data: success,
    errors: ['not_found'],
    whileReadOnly: true,
  }),
};

const inviteRequest = z
  .object({
    id: z.uuid(),
    /** The person to invite. */
    email: z.string(),
    /** The person who asks. */
    user: z.object({ id: z.uuid(), name: z.string(), email: z.string(), avatar: z.string().nullable() }),
    /** How many documents they want to share, and the name of one. */
    documents: z.int(),
    document: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'InviteRequest' });
export type InviteRequest = z.output<typeof inviteRequest>;

const byId = z.strictObject({ id });

export const inviteRequests = {
  list: endpoint({
    method: 'GET',
    path: '/user/invite-requests',
    access: 'invites.manage',
    summary: 'Whom members ask to invite, the oldest first (at most 100)',
    data: z.array(inviteRequest),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/user/invite-requests/{id}/approve',
    access: 'invites.manage',
    summary: 'Invite the person as guest; they see what the member shares with them once they join',
    params: byId,
    data: success,
    errors: ['not_found', 'conflict', 'plan_limit'],
  }),
  decline: endpoint({
    method: 'DELETE',
    path: '/user/invite-requests/{id}',
    access: 'invites.manage',
    summary: 'Decline a request; the member can ask again in a week',
    params: byId,
    data: success,
    errors: ['not_found'],
  }),
};
