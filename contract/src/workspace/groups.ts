import { z } from 'zod';
import { endpoint } from '../calls/endpoint.ts';
import { pageQuery } from '../calls/envelope.ts';
import { id, name, success, text } from '../calls/fields.ts';
import { limits } from '../calls/limits.ts';
import { member } from './members.ts';

export const group = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** All members except guests; it always exists and can’t be changed. */
    everyone: z.boolean(),
    /** How many people are in it. */
    members: z.int(),
  })
  .meta({ id: 'Group' });
export type Group = z.output<typeof group>;

const body = z.strictObject({ name });
const byId = z.strictObject({ id });
const people = z.strictObject({
  user_ids: z.array(id).max(limits.groupMembers, `A group can have up to ${limits.groupMembers} people`),
});
const search = z.strictObject({ ...pageQuery, search: text(limits.searchMax).optional() });

export const groups = {
  list: endpoint({
    method: 'GET',
    path: '/groups',
    access: 'members.read',
    summary: 'Groups of the workspace: everyone, then the others by name',
    query: search,
    data: z.array(group),
    paged: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/groups',
    access: 'groups.manage',
    summary: 'Create a group',
    body,
    data: group,
    status: 201,
    errors: ['validation_failed', 'conflict'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/groups/{id}',
    access: 'groups.manage',
    summary: 'Rename a group',
    params: byId,
    body,
    data: group,
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/groups/{id}',
    access: 'groups.manage',
    summary: 'Delete a group; its people lose access to what was shared with it. It can be restored for a day',
    params: byId,
    data: success,
    errors: ['not_found', 'conflict'],
    whileReadOnly: true,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/groups/{id}/restore',
    access: 'groups.manage',
    summary: 'Restore a deleted group, with its people and what was shared with it',
    params: byId,
    data: group,
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
  members: endpoint({
    method: 'GET',
    path: '/groups/{id}/members',
    access: 'members.read',
    summary: 'The people in a group by name',
    params: byId,
    query: search,
    data: z.array(member),
    paged: true,
    errors: ['not_found'],
  }),
  setMembers: endpoint({
    method: 'PUT',
    path: '/groups/{id}/members',
    access: 'groups.manage',
    summary: 'Set the people in a group; replaces the previous list',
    params: byId,
    body: people,
    data: group,
    errors: ['not_found', 'conflict'],
  }),
  addMembers: endpoint({
    method: 'POST',
    path: '/groups/{id}/members',
    access: 'groups.manage',
    summary: 'Add people to a group; those already in it stay',
    params: byId,
    body: people,
    data: group,
    errors: ['not_found', 'conflict'],
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/groups/{id}/members/{userId}',
    access: 'groups.manage',
    summary: 'Remove someone from a group',
    params: z.strictObject({ id, userId: id }),
    data: group,
    errors: ['not_found', 'conflict'],
    whileReadOnly: true,
  }),
};
