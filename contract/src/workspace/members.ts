import { z } from 'zod';
import { endpoint } from '../calls/endpoint.ts';
import { pageQuery } from '../calls/envelope.ts';
import { id, success, text, timestamp } from '../calls/fields.ts';
import { limits } from '../calls/limits.ts';
import { roles } from './policy.ts';

export const member = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    avatar: z.string().nullable(),
    role: z.enum(roles),
    joined_at: timestamp,
    last_seen_at: timestamp.nullable(),
  })
  .meta({ id: 'Member' });
export type Member = z.output<typeof member>;

/** Somebody who was removed or left, while their documents are still being deleted or given to another member. */
export const departure = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** A number of files. */
    total: z.int(),
    processed: z.int(),
  })
  .meta({ id: 'Departure' });
export type Departure = z.output<typeof departure>;

/** What happens to the documents of a leaving member. */
const handling = {
  content: z.enum(['hand_over', 'delete'], 'Choose what happens to their files'),
  /** With hand_over: the member who receives them. */
  hand_over_to: id.optional(),
};
const byId = z.strictObject({ id });

export const members = {
  list: endpoint({
    method: 'GET',
    path: '/organization/members',
    access: 'members.read',
    summary: 'Members by name; `search` looks in names and emails',
    query: z.strictObject({ ...pageQuery, search: text(limits.searchMax).optional() }),
    data: z.array(member),
    paged: true,
  }),
  content: endpoint({
    method: 'GET',
    path: '/organization/members/{id}/content',
    access: 'workspace.leave',
    summary: 'How much a member has here, to decide what happens to it; for others, only if you can manage members',
    params: byId,
    data: z.object({ accounts: z.int(), documents: z.int(), labels: z.int(), collections: z.int() }),
    errors: ['not_found', 'forbidden'],
  }),
  setRole: endpoint({
    method: 'PUT',
    path: '/organization/members/{id}',
    access: 'members.manage',
    summary: 'Change the role of a member',
    params: byId,
    body: z.strictObject({ role: z.enum(roles, 'Choose a role') }),
    data: member,
    errors: ['not_found', 'last_owner', 'conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/organization/members/{id}',
    access: 'members.manage',
    summary: 'Remove a member, and give what they have here to another member or delete it',
    params: byId,
    query: z.strictObject(handling),
    data: success,
    errors: ['not_found', 'last_owner', 'conflict'],
    whileReadOnly: true,
  }),
  departures: endpoint({
    method: 'GET',
    path: '/organization/departures',
    access: 'members.manage',
    summary: 'Members who were removed or left and whose files are still being removed, with progress',
    data: z.array(departure),
  }),
  leave: endpoint({
    method: 'POST',
    path: '/organization/leave',
    access: 'workspace.leave',
    summary: 'Leave the workspace, and give what you have here to another member or delete it',
    body: z.strictObject(handling),
    data: success,
    errors: ['last_owner'],
    whileReadOnly: true,
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/organization/hand-over',
    access: 'workspace.hand-over',
    summary: 'Transfer ownership to another member and become an admin',
    body: z.strictObject({ user_id: id }),
    data: success,
    errors: ['not_found', 'conflict'],
    whileReadOnly: true,
  }),
};
