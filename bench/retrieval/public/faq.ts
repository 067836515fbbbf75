import { textOfHtml } from '../../../server/src/features/passages/text/html.ts';
import { inOneLine } from '../texts.ts';

/** A page of questions and answers, taken apart. */
export interface Faq {
  /** The page with its answers, one after another, and without its questions: those are asked. */
  html: string;
  asked: { id: string; question: string; answer: string }[];
}

const heading = /<h([1-4])\b[^>]*>(.*?)<\/h\1>/gs;

/** Text without what it is numbered by, and without the sign for a link. */
const titleOf = (html: string): string =>
  inOneLine(textOfHtml(html))
    .replace(/¶$/u, '')
    .replace(/^(?:Chapter |Kapitel )?[\d.]+\s+/u, '')
    .trim();

export function faqOf(page: string): Faq {
  // Behind the last answer stand the ways to other pages, which name questions as well.
  const body = page.split(/<div class="(?:clearer|sphinxsidebar|navfooter)"/u)[0]!;
  const headings = [...body.matchAll(heading)];
  const parts: string[] = [];
  const asked: Faq['asked'] = [];
  for (const [index, match] of headings.entries()) {
    const title = titleOf(match[2]!);
    const end = headings[index + 1]?.index ?? body.length;
    const below = body.slice(match.index + match[0].length, end);
    const text = inOneLine(textOfHtml(below));
    if (!title.endsWith('?')) {
      // A table of contents would give the questions away.
      if (asked.length > 0 || !/class="(?:toc|contents)/u.test(below)) parts.push(match[0], below);
      continue;
    }
    parts.push(below);
    const id = /\bid="([^"]+)"/u.exec(match[2]!)?.[1] ?? /href="#([^"]+)" title/u.exec(match[2]!)?.[1] ?? title;
    if (text.length >= 60) asked.push({ id, question: title, answer: text });
  }
  return { html: `<html><body>${parts.join('\n')}</body></html>`, asked };
}

/** Each answer is compared with every passage. */
const lines = new Map<string, string>();

function knownLine(text: string): string {
  const line = lines.get(text) ?? inOneLine(text);
  lines.set(text, line);
  return line;
}

/** How much of the shorter one stands in the other; 0 to 1. A passage may have the end of one answer and the start of the next. */
export function shareOf(answer: string, passage: string): number {
  const [text, wanted] = [knownLine(passage), knownLine(answer)];
  const size = 30;
  let same = 0;
  for (let at = 0; at + size <= wanted.length; at += size) if (text.includes(wanted.slice(at, at + size))) same += size;
  return same / Math.max(Math.min(wanted.length, text.length), 1);
}

/** Texts that have this many characters in a row in common share a statement. */
export const minStatement = 60;

/** Whether a quote has a statement of an answer, wherever in the quote; of a short answer or quote all of it. */
export function saysPartOf(answer: string, quote: string): boolean {
  const [text, said] = [inOneLine(answer), inOneLine(quote)];
  if (said.length <= minStatement) return text.includes(said);
  if (text.length <= minStatement) return said.includes(text);
  for (let at = 0; at + minStatement <= said.length; at += 1)
    if (text.includes(said.slice(at, at + minStatement))) return true;
  return false;
}
