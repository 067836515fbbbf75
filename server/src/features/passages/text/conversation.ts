import { walkHtml } from './html.ts';
import type { Piece } from './piece.ts';

/** Longer lines that repeat are quotations. */
const shortest = 20;

/**
 * Reads the page that a chat or mail thread is kept as, message by message: each is an article with the message's id.
 * Quoted lines that the thread already contains are left out, since every reply repeats them.
 */
export function readConversation(html: string): Piece[] {
  const pieces: Piece[] = [{ place: {}, text: '' }];
  const known = new Set<string>();
  let depth = 0;
  let quote: string | null = null;
  // The time of sending isn't part of a message's text.
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
      // A message may contain articles; those have no ids, since ids are removed from messages.
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
