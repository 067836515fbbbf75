import type { AiCitation, AiMessage } from '@sheaf/contract';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { messagesOf } from './messages.ts';
import { findThread } from './threads.ts';

/** A conversation as Markdown. */
export async function exportThread(
  services: Services,
  viewer: Member,
  id: string,
): Promise<{ name: string; markdown: string }> {
  const thread = await findThread(services, viewer, id);
  const messages = await messagesOf(services.db, viewer, id);
  const markdown = [`# ${oneLine(thread.title)}`, ...messages.map(markdownOf)].join('\n\n');
  return { name: `${oneLine(thread.title)}.md`, markdown: `${markdown}\n` };
}

function markdownOf({ role, content, citations, created_at }: AiMessage): string {
  if (role === 'user') return `## ${oneLine(content)}\n\n${created_at.slice(0, 10)}`;
  return [content, ...citations.map(footnote)].join('\n\n');
}

const footnote = ({ number, document_name, place, quote }: AiCitation): string =>
  `[${number}] ${oneLine(document_name)}${placeIn(place)}: “${oneLine(quote)}”`;

function placeIn({ kind, value }: AiCitation['place']): string {
  // For lines only the start of a passage is known, and the id of a message means nothing to people.
  return value === null || kind === 'message' || kind === 'text' ? '' : `, ${kind} ${value}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
