import type { AiMessage } from '@sheaf/contract';
import { placeText } from '../../../lib/format/place-text.ts';

/** An answer to paste elsewhere: what it says, then its sources by number. */
export function answerAsText({
  content,
  citations,
  supported,
}: Pick<AiMessage, 'content' | 'citations' | 'supported'>): string {
  const text = content.replaceAll(/ ?\[unsupported\]/g, ' (no source found)').trim();
  if (citations.length === 0) return text;
  const sources = citations.map(({ number, document_name, place, quote }) => {
    const where = [document_name, placeText(place)].filter(Boolean).join(', ');
    return `[${number}] ${where}: “${quote.replace(/\s+/g, ' ').trim()}”`;
  });
  return `${text}\n\n${supported ? 'Sources' : 'Closest passages'}\n${sources.join('\n')}`;
}
