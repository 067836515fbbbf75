import { z } from 'zod';
import { user } from '../account/auth.ts';
import { endpoint } from '../calls/endpoint.ts';
import { pageQuery } from '../calls/envelope.ts';
import { email, id, name, password, passwordsMatch, required, success, text, timestamp } from '../calls/fields.ts';
import { limits } from '../calls/limits.ts';
import { roles } from './policy.ts';

/** Ownership is transferred, not given by invitation. */
export const invitableRoles = ['admin', 'member', 'guest'] as const;
export type InvitableRole = (typeof invitableRoles)[number];

export const invite = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: z.enum(invitableRoles),
    /** What the person joins besides the workspace. */
    groups: z.array(z.object({ id: z.uuid(), name: z.string() })),
    inviter: z.object({ name: z.string() }).nullable(),
    created_at: timestamp,
    expires_at: timestamp,
    expired: z.boolean(),
    /** For passing on by hand. People who register through it still verify their address with a code. */
    link: z.string(),
  })
  .meta({ id: 'Invite' });
export type Invite = z.output<typeof invite>;

const slug = required(200);
const byId = z.strictObject({ id });
const emails = z
  .array(email)
  .min(1, 'Enter at least one address')
  .max(limits.invitesAtOnce, `At most ${limits.invitesAtOnce} at once`);
const invitationErrors = ['not_found', 'invitation_expired', 'invitation_used', 'invitation_revoked'] as const;

export const invites = {
  list: endpoint({
    method: 'GET',
    path: '/user/invites',
    access: 'invites.manage',
    summary: 'Open invitations, newest first; includes expired ones until they are revoked',
    query: z.strictObject({ ...pageQuery, search: text(limits.searchMax).optional() }),
    data: z.array(invite),
    paged: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/user/invites',
    access: 'invites.manage',
    summary: 'Invite one or several addresses; an address that was already invited gets a new invitation',
    body: z
      .strictObject({
        email: email.optional(),
        emails: emails.optional(),
        role: z.enum(invitableRoles).default('member'),
        group_ids: z.array(id).max(limits.groupsEach, `Choose up to ${limits.groupsEach} groups`).default([]),
      })
      .refine((body) => body.email !== undefined || body.emails !== undefined, {
        error: 'This is required',
        path: ['emails'],
      }),
    data: z.array(invite),
    status: 201,
    errors: ['plan_limit', 'not_found'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/user/invites/{id}',
    access: 'invites.manage',
    summary: 'Revoke an invitation',
    params: byId,
    data: success,
    errors: ['not_found'],
    whileReadOnly: true,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/user/invites/resend/{id}',
    access: 'invites.manage',
    summary: 'Resend the invitation, valid for another seven days',
    params: byId,
    data: invite,
    errors: ['not_found'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/user/invites/accept',
    access: 'verified',
    summary: 'Join with the account you’re signed in to; it must have the invited address',
    body: z.strictObject({ slug }),
    data: z.object({ organization_id: z.uuid() }),
    errors: [...invitationErrors, 'wrong_account', 'conflict', 'plan_limit', 'read_only'],
  }),
  validate: endpoint({
    method: 'POST',
    path: '/auth/validate-invitation-code',
    bodyLimit: limits.signInBytes,
    access: 'public',
    summary: 'What an invitation is for',
    body: z.strictObject({ slug }),
    data: z.object({
      organization: z.object({ id: z.uuid(), name: z.string() }),
      email: z.string(),
      role: z.enum(roles),
      inviter: z.object({ name: z.string() }).nullable(),
      has_account: z.boolean(),
    }),
    errors: invitationErrors,
  }),
  register: endpoint({
    method: 'POST',
    path: '/auth/register/members/{slug}',
    bodyLimit: limits.signInBytes,
    access: 'public',
    summary: 'Sign up by invitation and join; the address counts as verified',
    params: z.strictObject({ slug }),
    body: passwordsMatch(z.strictObject({ name, password, password_confirmation: password })),
    data: z.object({ auth: z.object({ token: z.string() }), user }),
    status: 201,
    errors: [...invitationErrors, 'conflict', 'plan_limit', 'read_only'],
  }),
};
