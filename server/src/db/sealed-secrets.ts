/** The tables with sealed secrets (`secrets`), and the key of their rows. */
export const sealedSecrets = [
  { table: 'source_accounts', key: 'id' },
  { table: 'source_authorizations', key: 'state_hash' },
  { table: 'grants_to_revoke', key: 'id' },
  { table: 'transfer_uploads', key: 'id' },
  { table: 'account_write_uploads', key: 'write_id' },
  { table: 'two_factor', key: 'user_id' },
  { table: 'public_links', key: 'id' },
] as const;

/** SQL: the ids of all keys under which something is sealed, as `id`. */
export const keyIdsInUse: string = sealedSecrets
  .map(({ table }) => `select substring(secrets from 1 for 8) as id from ${table} where secrets is not null`)
  .join(' union ');
