import type { LinkedDocument } from '@sheaf/contract';
import type { Keys } from '../../platform/secrets/keys.ts';
import { type Pass, signFile } from './pass.ts';
import type { VisitedRow } from './visited.queries.ts';

/** Types that no page of ours can show: without downloads, their bytes aren't sent at all. */
const onlySaved: ReadonlySet<string> = new Set(['folder', 'link', 'chat', 'other']);

export const mayFetch = ({ downloads, type }: Pick<VisitedRow, 'downloads' | 'type'>): boolean =>
  downloads || !onlySaved.has(type);

export const presentVisited = (keys: Keys, pass: Pass, row: VisitedRow): LinkedDocument => ({
  id: row.id,
  name: row.name,
  type: row.type as LinkedDocument['type'],
  mime_type: row.mime_type,
  size: row.size ?? (row.content === 'stored' ? row.stored_size : null),
  updated_at: row.updated_at?.toISOString() ?? null,
  content: row.content,
  local_path:
    row.content === 'stored' && row.sha256 && mayFetch(row)
      ? signFile(keys, 'links', pass, row.id, row.sha256.toString('hex', 0, 8))
      : null,
});
