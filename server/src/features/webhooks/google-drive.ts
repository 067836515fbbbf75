import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import { AppError } from '../../errors.ts';
import { sameBytes, tokenHash } from '../../platform/keys.ts';
import type { Services } from '../../services.ts';
import { runSoon } from './run-soon.ts';

const isName = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A notification of a watch of ours: it names the watch and brings its secret. The first one only says hello. */
export async function hearGoogleDrive({ db }: Services, headers: IncomingHttpHeaders): Promise<void> {
  const name = String(headers['x-goog-channel-id'] ?? '');
  const secret = tokenHash(String(headers['x-goog-channel-token'] ?? ''));
  const watch = isName.test(name)
    ? await db
        .selectFrom('source_watches as w')
        .innerJoin('source_accounts as a', 'a.id', 'w.account_id')
        .select(['w.account_id', 'w.secret_hash'])
        .where('w.name', '=', name)
        .where('a.source', '=', 'google-drive')
        .executeTakeFirst()
    : undefined;
  // Unknown and not proved look the same, and take the same time.
  if (!sameBytes(watch?.secret_hash ?? Buffer.alloc(32), secret) || !watch) {
    throw new AppError('not_found', 'There is no such watch.');
  }
  if (headers['x-goog-resource-state'] === 'sync') return;
  await runSoon(db, sql`a.id = ${watch.account_id}`);
}
