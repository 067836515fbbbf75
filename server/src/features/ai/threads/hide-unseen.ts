import { refusalLines } from '../answers/refusal.ts';

const notice = '*This part came from a file that you can no longer see.*';

/** A citation in the text of an answer. */
const marker = /\[(\d{1,3})\]/g;

/**
 * Removes from an answer what may come from documents that the person can no longer see. The source of a sentence
 * without a citation is unknown, so only those paragraphs, list items and table rows stay that cite nothing but visible
 * documents. The head of a table stays with its rows, and a refusal stays a refusal.
 */
export function hideUnseen(content: string, seen: ReadonlySet<number>): string {
  const lines = content.split('\n');
  const isKept = (line: string): boolean => {
    const cited = [...line.matchAll(marker)].map(([, number]) => Number(number));
    return cited.length > 0 && cited.every((number) => seen.has(number));
  };
  const kept = lines.map((line) => line.trim() === '' || refusalLines.has(line) || isKept(line));
  const isHead = (at: number) => /^\s*\|[\s:|-]+\|?\s*$/.test(lines[at] ?? '');
  for (let at = 1; at < lines.length; at += 1)
    if (isHead(at) && kept[at + 1] && lines[at + 1]!.trim()) kept[at - 1] = kept[at] = true;
  const shown = lines.map((line, at) => (kept[at] ? line : notice));
  // Consecutive notices are merged.
  return shown
    .filter((line, at) => line !== notice || shown.slice(0, at).findLast((one) => one.trim()) !== notice)
    .join('\n')
    .trim();
}
