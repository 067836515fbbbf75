import { count } from '../../lib/format/format.ts';
import type { Summary } from './upload-item.ts';

/**
 * The text about uploads for screen readers. Unlike the title it has no percentage: each change of this text interrupts
 * the person.
 */
export function announcementOf({ items, open, total, failed, done, arriving }: Summary): string {
  const some = (state: string) => items.some((item) => item.state === state);
  if (open > 0) {
    const uploading = `Uploading ${count(total, 'file')}`;
    if (some('offline')) return `${uploading}. Waiting for connection.`;
    return some('retrying') ? `${uploading}. Retrying…` : uploading;
  }
  if (arriving > 0) return `Uploading ${count(arriving, 'file')}`;
  if (failed > 0) {
    const problem = items.find(({ state }) => state === 'failed')?.problem;
    return `${count(failed, 'file')} failed. ${problem ?? ''}`.trim();
  }
  return done > 0 ? `${count(done, 'file')} uploaded` : 'Uploads canceled';
}
