import { sql } from 'kysely';
import type { KeyUse, Services } from '../../services.ts';

/** Dates the last use of a key; of requests at once, one writes. */
export function noteKeyUse({ db, log }: Pick<Services, 'db' | 'log'>, { keyId }: KeyUse): void {
  sql`update api_keys set last_used_at = now()
    where id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`
    .execute(db)
    .catch((error) => log.warn({ err: error }, 'use of an API key not dated'));
}
