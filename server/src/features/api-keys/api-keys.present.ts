import { type ApiKey, keyScopes } from '@sheaf/contract';

export interface KeyRow {
  id: string;
  name: string;
  scopes: string[];
  prefix: string;
  last_four: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
}

export const presentKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: keyScopes.filter((scope) => row.scopes.includes(scope)),
  prefix: row.prefix,
  last_four: row.last_four,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
});
