import type { PublicLink } from '@sheaf/contract';
import { imageUrl } from '../../http/images.ts';
import type { Viewer } from '../../http/viewer.ts';
import { UnreadableSecret } from '../../platform/secrets/keys.ts';
import type { Services } from '../../services.ts';
import type { LinkRow } from './links.queries.ts';

/** Only the person who made the link gets its address, since others could use it to see what they may not see. */
export const presentLink = (services: Services, viewer: Pick<Viewer, 'id'>, row: LinkRow): PublicLink => ({
  id: row.id,
  url: row.user_id === viewer.id ? addressOf(services, row.secrets) : null,
  document: { id: row.document_id, name: row.document, type: row.type },
  created_by: { id: row.user_id, name: row.user_name, avatar: imageUrl(row.avatar_key) },
  own: row.user_id === viewer.id,
  has_password: row.has_password,
  expires_at: row.expires_at?.toISOString() ?? null,
  downloads: row.downloads,
  visits: row.visits,
  last_visit_at: row.last_visit_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  state: row.state,
});

function addressOf({ config, keys }: Services, sealed: Buffer): string | null {
  try {
    return `${config.publicUrl}/l/${keys.unseal(sealed)}`;
  } catch (error) {
    if (error instanceof UnreadableSecret) return null;
    throw error;
  }
}
