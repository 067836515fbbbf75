import { walkHtml } from './html.ts';
import type { Piece } from './piece.ts';

/** Beyond a word or two, a line that stands there again is a quotation. */
const shortest = 20;

/**
 * The page that a chat or a mail thread is kept as, message by message: an article each, with the message's id. Quoted
 * lines that the thread has already are left out, otherwise every reply would repeat it.
 */
export function readConversation(html: string): Piece[] {
  const pieces: Piece[] = [{ place: {}, text: '' }];
  const known = new Set<string>();
  let depth = 0;
  let quote: string | null = null;
  // When it was sent is no text of a message.
  let inTime = false;
  const put = (text: string) => {
    pieces.at(-1)!.text += text;
  };
  const endQuote = () => {
    for (const line of (quote ?? '').split('\n'))
      if (line.length < shortest || !known.has(line.trim())) put(`${line}\n`);
    quote = null;
  };
  walkHtml(html, {
    open(name, { id }) {
      // A message may have articles of its own; those have no ids, since messages lose theirs.
      if (name === 'article' && id) {
        for (const line of pieces.at(-1)!.text.split('\n')) known.add(line.trim());
        pieces.push({ place: { message: id }, text: '' });
      }
      if (name === 'time') inTime = true;
      if (name !== 'blockquote') return;
      depth += 1;
      quote ??= '';
    },
    close(name) {
      if (name === 'time') inTime = false;
      if (name !== 'blockquote') return;
      depth -= 1;
      if (depth === 0) endQuote();
    },
    text(text) {
      if (inTime) return;
      if (quote === null) put(text);
      else quote += text;
    },
  });
  return pieces;
}
