import type { AiSettings } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError, wrongField } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/index.ts';
import { embeddingProgress } from '../passages/index.ts';
import { sourceSlugs } from '../sources/index.ts';
import { modelName } from './models/language-model.ts';

type Stored = Pick<AiSettings, 'enabled' | 'excluded_sources'>;

async function storedSettings(db: Executor, organizationId: string): Promise<Stored> {
  const { rows } = await sql<Stored>`select enabled, excluded_sources from ai_settings
    where organization_id = ${organizationId}`.execute(db);
  return rows[0] ?? { enabled: true, excluded_sources: [] };
}

export async function readSettings(services: Services, { membership }: Member): Promise<AiSettings> {
  const [stored, { share }] = await Promise.all([
    storedSettings(services.db, membership.organizationId),
    embeddingProgress(services),
  ]);
  return { ...stored, model: modelName(services.config), meaning_share: share };
}

export async function changeSettings(
  services: Services,
  viewer: Member,
  { enabled, excluded_sources }: Partial<Stored>,
): Promise<AiSettings> {
  const unknown = excluded_sources?.find((slug) => !sourceSlugs().includes(slug));
  if (unknown !== undefined) throw wrongField('excluded_sources', `App not found: “${unknown}”`);
  const excluded = excluded_sources && [...new Set(excluded_sources)].sort();
  await services.db.transaction().execute(async (tx) => {
    await sql`insert into ai_settings as s (organization_id, enabled, excluded_sources)
    values (${viewer.membership.organizationId}, ${enabled ?? true}, ${excluded ?? []}::text[])
    on conflict (organization_id) do update set enabled = coalesce(${enabled ?? null}::boolean, s.enabled),
      excluded_sources = coalesce(${excluded ?? null}::text[], s.excluded_sources)`.execute(tx);
    await audit(tx, viewer, {
      action: 'ai_settings_changed',
      details: { ...(enabled !== undefined && { enabled }), ...(excluded && { excluded_apps: excluded }) },
    });
  });
  return readSettings(services, viewer);
}

/** Throws if an owner turned answers off. */
export async function settingsInUse(db: Executor, { membership }: Member): Promise<Stored> {
  const settings = await storedSettings(db, membership.organizationId);
  if (!settings.enabled) throw new AppError('conflict', 'AI chat is off in this workspace.');
  return settings;
}
