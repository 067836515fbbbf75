import { plainDirection } from '@sheaf/contract';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { formatBytes } from '../../lib/format/format.ts';
import { el } from '../dom.ts';
import type { Show } from '../show.ts';
import { clean } from './sanitize.ts';

export const show: Show = async ({ bytes, into, send, images }) => {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 64, maxHeadersSize: 1024 * 1024 });
  const { content, blocked } = clean(mail.html ? withInlineImages(mail.html, mail) : '', images);
  const body = mail.html
    ? el('div', { className: 'foreign' }, content)
    : el('pre', { className: 'wrap' }, mail.text ?? '');
  into.append(head(mail), body, ...attachmentList(mail.attachments));
  if (blocked) send({ type: 'images-blocked' });
};

function head(mail: Email): HTMLElement {
  const lines: [string, string][] = [
    ['From', names(mail.from ? [mail.from] : [])],
    ['To', names(mail.to)],
    ['Cc', names(mail.cc)],
    ['Date', mail.date ? new Date(mail.date).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' }) : ''],
  ];
  const facts = lines
    .filter(([, value]) => value)
    .flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]);
  return el(
    'header',
    { className: 'mail-head' },
    el('h1', {}, plainDirection(mail.subject || '(No subject)')),
    el('dl', {}, ...facts),
  );
}

function names(addresses: Address[] = []): string {
  const one = ({ name, address, group }: Address): string =>
    group
      ? `${name}: ${names(group)}`
      : plainDirection(name && address ? `${name} <${address}>` : address || name || '');
  return addresses.slice(0, 50).map(one).join(', ');
}

/** Shows images that are attached to the mail. */
function withInlineImages(html: string, { attachments }: Email): string {
  let result = html;
  for (const { contentId, mimeType, content } of attachments) {
    if (!contentId || !/^image\/(png|jpe?g|gif|webp|bmp)$/i.test(mimeType) || typeof content === 'string') continue;
    const url = URL.createObjectURL(new Blob([content as BlobPart], { type: mimeType }));
    result = result.replaceAll(`cid:${contentId.replace(/^<|>$/g, '')}`, url);
  }
  return result;
}

function attachmentList(attachments: Attachment[]): HTMLElement[] {
  const shown = attachments.filter(({ related, disposition }) => !related && disposition !== 'inline');
  if (shown.length === 0) return [];
  const size = ({ content }: Attachment) => (typeof content === 'string' ? content.length : content.byteLength);
  const items = shown.map((one) =>
    el('li', {}, `${plainDirection(one.filename ?? one.mimeType)} (${formatBytes(size(one))})`),
  );
  return [el('footer', { className: 'attachments' }, el('h2', {}, 'Attachments'), el('ul', {}, ...items))];
}
