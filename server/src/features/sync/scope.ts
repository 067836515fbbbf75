import type { RemoteId, Scope } from '@sheaf/connectors';
import type { SyncSettings } from '@sheaf/contract';

/** The scope chosen in the settings; null for nothing at all. */
export function scopeOf(settings: SyncSettings): Scope | null {
  if (settings.file_mode === 'none') return null;
  if (settings.file_mode === 'all') return { mode: 'all' };
  const roots = settings.file_selected_folders.map(({ id }) => id as RemoteId);
  return roots.length === 0 ? null : { mode: 'selected', roots };
}

/** Equal for equal choices, so that a listing can be matched to its choice. */
export const scopeKey = (scope: Scope): string =>
  scope.mode === 'all' ? 'all' : JSON.stringify([...scope.roots].sort());
