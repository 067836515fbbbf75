import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, imageUpload, name, success, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { subscription } from './plans.ts';
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
    /** Address of the picture, or null: show initials. */
    logo: z.string().nullable(),
    industry: z.enum(industries).nullable(),
    role: z.enum(roles),
  })
  .meta({ id: 'Organization' });
export type Organization = z.output<typeof organization>;

const deletedOrganization = z.object({ id: z.uuid(), name: z.string(), deleted_at: timestamp, gone_at: timestamp });

const byId = z.strictObject({ id });
const industry = z.enum(industries, 'Choose one of the list');

export const organizations = {
  list: endpoint({
    method: 'GET',
    path: '/organizations',
    access: 'session',
    summary: 'The organisations the person belongs to, first joined first',
    data: z.array(organization),
  }),
  create: endpoint({
    method: 'POST',
    path: '/organizations',
    access: 'verified',
    summary: 'Create an organisation; the person becomes its owner',
    body: z.strictObject({ name, industry: industry.nullable().optional() }),
    data: organization,
    status: 201,
    errors: ['validation_failed', 'conflict'],
  }),
  listDeleted: endpoint({
    method: 'GET',
    path: '/organizations/deleted',
    access: 'verified',
    summary: 'Deleted organisations that the person, an owner, can still restore',
    data: z.array(deletedOrganization),
  }),
  get: endpoint({
    method: 'GET',
    path: '/organizations/{id}',
    access: 'workspace.read',
    organization: 'path',
    summary: 'One organisation',
    params: byId,
    data: organization,
  }),
  update: endpoint({
    method: 'POST',
    path: '/organizations/{id}',
    access: 'workspace.update',
    organization: 'path',
    summary: 'Change name, industry and logo; what is left out stays, null removes',
    params: byId,
    body: z.strictObject({ name, industry: industry.nullable().optional(), logo: imageUpload.nullable().optional() }),
    data: organization,
    bodyLimit: limits.imageBytes + 16 * 1024,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/organizations/{id}',
    access: 'workspace.delete',
    organization: 'path',
    summary: 'Delete an organisation; for 30 days an owner can restore it, then it is gone with all its data',
    params: byId,
    data: success,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/organizations/{id}/restore',
    access: 'verified',
    summary: 'Bring a deleted organisation back, as one of its owners',
    params: byId,
    data: organization,
    errors: ['not_found'],
  }),
  info: endpoint({
    method: 'GET',
    path: '/organization/user/info',
    access: 'session',
    summary: 'Plan of the current organisation, and the role of the person in it',
    data: z.object({ id: z.uuid(), subscription, role: z.enum(roles) }),
    errors: ['not_found'],
  }),
};
