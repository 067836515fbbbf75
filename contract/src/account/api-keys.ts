import { z } from 'zod';
import { endpoint } from '../calls/endpoint.ts';
import { id, name, password, success, timestamp } from '../calls/fields.ts';
import { limits } from '../calls/limits.ts';

/** Scopes of a key: calls that read, calls that change something, and the tools at /mcp. */
export const keyScopes = ['read', 'write', 'mcp'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** 256 random bits and a checksum of 32, in letters and digits. */
export const keyPattern = /^sheaf_[0-9A-Za-z]{49}$/;

const scopes = z
  .array(z.enum(keyScopes, 'Choose read, write or mcp'), 'Choose at least one')
  .min(1, 'Choose at least one')
  .max(keyScopes.length, 'Name each only once')
  .refine((chosen) => new Set(chosen).size === chosen.length, 'Name each only once');

const apiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scopes: z.array(z.enum(keyScopes)),
    /** The key is never shown again; these help its owner recognize it. */
    prefix: z.string(),
    last_four: z.string(),
    created_at: timestamp,
    /** Rounded to the minute; null if it was never used. */
    last_used_at: timestamp.nullable(),
    /** Null if it works until it is revoked. An expired key stays in the list for 30 days. */
    expires_at: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof apiKey>;

export const apiKeys = {
  list: endpoint({
    method: 'GET',
    path: '/user/api-keys',
    access: 'api-keys.own',
    summary: 'Your API keys in the workspace, newest first',
    data: z.array(apiKey),
  }),
  create: endpoint({
    method: 'POST',
    path: '/user/api-keys',
    access: 'api-keys.own',
    summary: `Create an API key for this workspace; needs the current password. The key is returned only once (at most ${limits.apiKeysEach})`,
    body: z.strictObject({
      name,
      scopes,
      expires_at: timestamp.nullish(),
      current_password: password,
    }),
    data: apiKey.extend({ key: z.string() }),
    status: 201,
    errors: ['validation_failed'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/user/api-keys/{id}',
    access: 'api-keys.own',
    summary: 'Revoke an API key, effective immediately',
    params: z.strictObject({ id }),
    data: success,
  }),
};
