import type { RemoteId, Scope } from '@sheaf/connectors';
import type { SyncSettings } from '@sheaf/contract';

/** What the settings ask for; null is nothing at all. */
export function scopeOf(settings: SyncSettings): Scope | null {
  if (settings.file_mode === 'none') return null;
  if (settings.file_mode === 'all') return { mode: 'all' };
  const roots = settings.file_selected_folders.map(({ id }) => id as RemoteId);
  return roots.length === 0 ? null : { mode: 'selected', roots };
}

/** The same for the same choice, so that a listing knows what it is for. */
export const scopeKey = (scope: Scope): string =>
  scope.mode === 'all' ? 'all' : JSON.stringify([...scope.roots].sort());
