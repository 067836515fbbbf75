import { z } from 'zod';
import { subscription } from '../billing/plans.ts';
import { endpoint } from '../calls/endpoint.ts';
import { id, name, success, timestamp } from '../calls/fields.ts';
import { limits } from '../calls/limits.ts';
import { roles } from './policy.ts';

export const industries = [
  'agriculture',
  'construction',
  'consulting',
  'design',
  'education',
  'energy',
  'finance',
  'government',
  'health',
  'hospitality',
  'law',
  'manufacturing',
  'media',
  'non_profit',
  'real_estate',
  'research',
  'retail',
  'software',
  'transport',
  'other',
] as const;
export type Industry = (typeof industries)[number];

export const organization = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** Address of the picture; null: show initials. */
    logo: z.string().nullable(),
    industry: z.enum(industries).nullable(),
    role: z.enum(roles),
  })
  .meta({ id: 'Organization' });
export type Organization = z.output<typeof organization>;

const deletedOrganization = z.object({ id: z.uuid(), name: z.string(), deleted_at: timestamp, gone_at: timestamp });

const organizationSecurity = z.object({
  /** Members who have not set it up can do nothing here until they have. */
  two_factor_required: z.boolean(),
  /** Whether members may create public links. While it is off, existing links don't work. */
  links_allowed: z.boolean(),
});

const byId = z.strictObject({ id });
const industry = z.enum(industries, 'Choose from the list');

export const organizations = {
  list: endpoint({
    method: 'GET',
    path: '/organizations',
    access: 'session',
    summary: 'The workspaces you belong to, in the order you joined',
    data: z.array(organization),
  }),
  create: endpoint({
    method: 'POST',
    path: '/organizations',
    access: 'verified',
    summary: 'Create a workspace; you become its owner',
    body: z.strictObject({ name, industry: industry.nullable().optional() }),
    data: organization,
    status: 201,
    errors: ['validation_failed', 'conflict'],
  }),
  listDeleted: endpoint({
    method: 'GET',
    path: '/organizations/deleted',
    access: 'verified',
    summary: 'Deleted workspaces that you, as an owner, can still restore',
    data: z.array(deletedOrganization),
  }),
  get: endpoint({
    method: 'GET',
    path: '/organizations/{id}',
    access: 'workspace.read',
    organization: 'path',
    summary: 'One workspace',
    params: byId,
    data: organization,
  }),
  update: endpoint({
    method: 'POST',
    path: '/organizations/{id}',
    access: 'workspace.update',
    organization: 'path',
    summary: 'Change the name and industry; omit the industry to keep it, null removes it',
    params: byId,
    body: z.strictObject({ name, industry: industry.nullable().optional() }),
    data: organization,
  }),
  setLogo: endpoint({
    method: 'PUT',
    path: '/organizations/{id}/logo',
    access: 'workspace.update',
    organization: 'path',
    summary: 'Change the logo; the request body is the image',
    params: byId,
    picture: true,
    data: organization,
    errors: ['validation_failed'],
    bodyLimit: limits.imageBytes,
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/organizations/{id}/logo',
    access: 'workspace.update',
    organization: 'path',
    summary: 'Remove the logo',
    params: byId,
    data: organization,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/organizations/{id}',
    access: 'workspace.delete',
    organization: 'path',
    summary: 'Delete a workspace; an owner can restore it for 30 days, then it’s deleted with all its data',
    params: byId,
    data: success,
    whileReadOnly: true,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/organizations/{id}/restore',
    access: 'verified',
    summary: 'Restore a deleted workspace, as one of its owners',
    params: byId,
    data: organization,
    errors: ['not_found'],
  }),
  info: endpoint({
    method: 'GET',
    path: '/organization/user/info',
    access: 'session',
    summary: 'Plan of the current workspace, your role in it, and its number of owners',
    data: z.object({
      id: z.uuid(),
      subscription,
      role: z.enum(roles),
      owners: z.int(),
      /** Every other call of the workspace is refused until the person has set up two-factor authentication. */
      two_factor_setup_required: z.boolean(),
      /** Whether the workspace allows public links. */
      links_allowed: z.boolean(),
      last_backup_at: timestamp.nullable().describe('When this server was last backed up, for owners; null if never'),
    }),
    errors: ['not_found'],
  }),
  security: endpoint({
    method: 'GET',
    path: '/organization/security',
    access: 'workspace.secure',
    summary: 'What the current organisation demands of its members',
    data: organizationSecurity,
  }),
  updateSecurity: endpoint({
    method: 'PUT',
    path: '/organization/security',
    access: 'workspace.secure',
    summary:
      'Change it; fields that are left out stay as they are. To require two-factor authentication, you must have set it up yourself',
    body: organizationSecurity.partial().strict(),
    data: organizationSecurity,
    errors: ['validation_failed', 'conflict'],
  }),
};
