import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { sameBytes } from '../../platform/keys.ts';
import type { Services } from '../../services.ts';
import { findProvider } from '../sources/index.ts';
import { runSoon } from './run-soon.ts';

const news = z.object({ list_folder: z.object({ accounts: z.array(z.string().max(256)).max(1000) }) });

/** Our registration at Dropbox, as long as it can reach us. */
function app(services: Services) {
  const provider = findProvider(services, 'dropbox');
  if (!provider.app || !provider.webhookUrl) throw new AppError('not_found', 'There is no such call.');
  return provider.app;
}

/** Dropbox asks once whether the address wants its news: it is to say back what it is told. */
export function answerChallenge(services: Services, challenge: unknown): string {
  app(services);
  if (typeof challenge !== 'string' || challenge === '' || challenge.length > 512)
    throw new AppError('malformed', 'The challenge is missing.');
  return challenge;
}

/** The accounts in which something changed. Whether any of them is known here is not told. */
export async function hearDropbox(services: Services, signature: unknown, body: Buffer): Promise<void> {
  const { clientSecret } = app(services);
  const expected = createHmac('sha256', clientSecret).update(body).digest();
  const given = Buffer.from(typeof signature === 'string' ? signature : '', 'hex');
  if (!clientSecret || !sameBytes(given, expected)) throw new AppError('forbidden', 'The signature is wrong.');
  const told = news.safeParse(json(body));
  if (!told.success) throw new AppError('malformed', 'This is no news of accounts.');
  await runSoon(
    services.db,
    sql`a.source = 'dropbox' and a.remote_user_id = any(${told.data.list_folder.accounts}::text[])`,
  );
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
