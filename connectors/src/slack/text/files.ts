import type { Attachment } from '../../kit/threads.ts';
import { type SlackFile, textOf } from '../wire.ts';
import { escapeHtml } from './mrkdwn.ts';

const maxNameLength = 255;
const notHosted = new Set(['tombstone', 'hidden_by_limit', 'external']);
/** Further access values of files that can’t be opened from here. */
const notGiven = new Set(['file_not_found', 'access_denied']);
const isHosted = ({ mode, is_external, file_access }: SlackFile): boolean =>
  !notHosted.has(textOf(mode)) && is_external !== true && !notGiven.has(textOf(file_access));

/** Shared from another workspace: everything but its id must be requested. */
export const isForeign = ({ file_access }: SlackFile): boolean => file_access === 'check_file_info';

const nameOf = ({ name, title }: SlackFile): string =>
  (textOf(name) || textOf(title) || 'File').slice(0, maxNameLength).toWellFormed();

/** Files hosted by Slack; others are links in the body. */
export function attachmentOf(file: SlackFile): Attachment[] {
  const { id, mimetype, size } = file;
  if (typeof id !== 'string' || !isHosted(file)) return [];
  const bytes = typeof size === 'number' && size >= 0 ? size : null;
  return [{ id, name: nameOf(file), mimeType: textOf(mimetype) || null, size: bytes }];
}

/** The body’s mention of a file that isn’t attached, because it is elsewhere or deleted. */
export function fileHtml(file: SlackFile): string {
  const { mode, url_private, title, file_access } = file;
  if (file_access === 'access_denied') return '<p><em>A file can’t be opened from this account.</em></p>';
  if (mode === 'tombstone' || file_access === 'file_not_found') return '<p><em>A file was deleted.</em></p>';
  if (mode === 'hidden_by_limit') return '<p><em>A file is hidden by the limits of the workspace.</em></p>';
  if (isHosted(file)) return '';
  const url = textOf(url_private);
  if (!/^https?:\/\//i.test(url)) return '';
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(textOf(title) || nameOf(file))}</a></p>`;
}
