import type { RestorableItem } from '../kit/connector.ts';
import { shared } from './auth.ts';

/**
 * Microsoft restores only items of personal drives, whose ids are short, and only for apps with the additional
 * permission.
 */
export function cannotRestore({ id, access }: RestorableItem): string | null {
  if (id.startsWith('b!'))
    return 'Microsoft lets Sheaf restore files in personal accounts only. Restore this in OneDrive.';
  if (access.includes(shared.key)) return null;
  return `Restore this in OneDrive, or allow access to ${shared.name} in the sync settings of the account first.`;
}
