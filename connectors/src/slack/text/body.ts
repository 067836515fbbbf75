import { cutText, escapeHtml, maxBodyBytes } from '../../kit/text.ts';
import type { Message } from '../../kit/threads.ts';
import { listOf, type SlackAttachment, type SlackBlock, type SlackMessage, textOf } from '../wire.ts';
import { fileHtml } from './files.ts';
import { type Names, toHtml } from './mrkdwn.ts';

const MAX_BLOCK_DEPTH = 10;

/** The body of a message: its text, the cards of apps, and mentions of files that are elsewhere or deleted. */
export function bodyOf(message: SlackMessage, names: Names): { body: Message['body']; isCut: boolean } {
  const text = textOf(message.text) || blocksText(message.blocks);
  const html = [
    toHtml(text, names),
    ...listOf(message.attachments).map((card) => cardHtml(card, names)),
    ...listOf(message.files).map((file) => fileHtml(file)),
  ].join('');
  if (Buffer.byteLength(html) <= maxBodyBytes) return { body: { type: 'html', value: html }, isCut: false };
  return { body: { type: 'text', value: cutText(text, maxBodyBytes).text }, isCut: true };
}

/** A preview of a link belongs to the page, not to the author. */
function cardHtml(card: SlackAttachment, names: Names): string {
  if (card.from_url !== undefined && card.is_msg_unfurl !== true) return '';
  const title = textOf(card.title);
  const link = textOf(card.title_link);
  const heading = /^https?:\/\//i.test(link) ? `<${link.replace(/[<>|]/g, '')}|${title || link}>` : title;
  const fields = listOf(card.fields).map(({ title: name, value }) => `*${textOf(name)}* ${textOf(value)}`);
  const lines = [textOf(card.pretext), heading, textOf(card.text), ...fields].filter((line) => line.trim() !== '');
  const text = lines.length > 0 ? lines.join('\n') : textOf(card.fallback);
  return text === '' ? '' : `<blockquote>${toHtml(text, names)}</blockquote>`;
}

/** Messages of apps may have blocks only. */
function blocksText(blocks: SlackMessage['blocks'], depth = 0): string {
  if (depth > MAX_BLOCK_DEPTH) return '';
  const texts = listOf(blocks).map((block) => {
    const own = typeof block.text === 'string' ? escaped(block, block.text) : textOf(block.text?.text);
    const fields = listOf(block.fields).map(({ text }) => textOf(text));
    const mention = typeof block.user_id === 'string' ? `<@${block.user_id}>` : '';
    const link = own === '' && typeof block.url === 'string' ? `<${block.url.replace(/[<>|]/g, '')}>` : '';
    const inner = blocksText(block.elements, depth + 1);
    return [own, ...fields, mention, link, inner].filter((text) => text !== '').join(depth < 2 ? '\n' : '');
  });
  return texts.filter((text) => text !== '').join(depth < 2 ? '\n' : '');
}

/** Rich text isn’t escaped, unlike all other text. */
const escaped = ({ type }: SlackBlock, text: string) => (type === 'text' ? escapeHtml(text) : text);
