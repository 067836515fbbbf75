import type { MailContent } from '../../platform/mail/index.ts';
import { sourceName } from '../sources/index.ts';
import type { TransferRow } from './transfers.queries.ts';

const files = (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`);

/** For a transfer so long that no one waited in front of the screen. */
export function longTransferMail(transfer: TransferRow, publicUrl: string): MailContent {
  const { from_source, to_source, total, failed, mode } = transfer;
  const done = mode === 'move' ? 'moved' : 'copied';
  const way = `from ${sourceName(from_source)} to ${sourceName(to_source)}`;
  const subject = failed === 0 ? `Your files were ${done} ${way}` : `Your transfer ${way} ended with problems`;
  const text =
    failed === 0
      ? `${files(total)} were ${done} ${way}, and every copy was verified.`
      : `${files(total - failed)} of ${total.toLocaleString('en')} were ${done} ${way}, and every copy was verified. ${files(failed)} couldn’t be transferred. See the report for details.`;
  return {
    subject,
    preheader: text,
    heading: subject,
    blocks: [
      { kind: 'paragraph', text },
      { kind: 'button', label: 'See the transfer', url: `${publicUrl}/switch-cloud` },
    ],
    footer:
      'You received this email because a transfer you started took longer than ten minutes. You can change this in Settings, under Notifications.',
  };
}
