/**
 * A run of text as a PDF places it. The last two numbers of `transform` are its start, from the left and from the
 * bottom.
 */
export interface TextRun {
  str: string;
  hasEOL: boolean;
  width: number;
  height: number;
  transform: number[];
}

interface Line {
  text: string;
  left: number;
  right: number;
  /** Distance from the bottom of the page. */
  base: number;
  height: number;
}

/** In multiples of the letter height. Lines farther apart belong to different paragraphs. */
const maxApart = 1.8;
/** A narrower column is a list or table rather than a paragraph; about 25 letters. */
const narrowest = 12;
/** The part of a column's width that a line must fill, together with the next line's first word, to count as full. */
const full = 0.9;
const startsItem = /^(?:[•◦▪‣*–—-]|\(?(?:\d{1,3}|\p{L})[.)])\s/u;

/**
 * The text of a page. PDFs contain only lines: one continues in the next if that has the same column and size and is
 * right below it, and its first word would not have fitted.
 */
export function joinLines(runs: readonly TextRun[]): string {
  let text = '';
  for (const column of columnsOf(linesOf(runs))) {
    const right = column.reduce((max, line) => Math.max(max, line.right), 0);
    for (const [index, line] of column.entries()) {
      const next = column[index + 1];
      // Joins a word that was hyphenated at the end of a line.
      if (next && /\p{Ll}-$/u.test(line.text) && /^\p{Ll}/u.test(next.text)) text += line.text.slice(0, -1);
      else text += line.text + (next && isFull(line, next, right) ? ' ' : '\n');
    }
  }
  return text;
}

function linesOf(runs: readonly TextRun[]): Line[] {
  const lines: Line[] = [];
  let line: Line | null = null;
  for (const { str, hasEOL, width, height, transform } of runs) {
    const [, , , , left = 0, base = 0] = transform;
    if (line) {
      line.text += str;
      if (str.trim()) [line.right, line.height] = [Math.max(line.right, left + width), Math.max(line.height, height)];
    } else line = { text: str, left, right: left + width, base, height };
    if (!hasEOL) continue;
    lines.push({ ...line, text: line.text.trim() });
    line = null;
  }
  if (line) lines.push({ ...line, text: line.text.trim() });
  return lines.filter(({ text }) => text !== '');
}

/** Groups lines that may be of one paragraph. */
function columnsOf(lines: readonly Line[]): Line[][] {
  const columns: Line[][] = [];
  let last: Line | undefined;
  for (const line of lines) {
    if (last && isOneColumn(last, line)) columns.at(-1)!.push(line);
    else columns.push([line]);
    last = line;
  }
  return columns;
}

function isOneColumn(line: Line, next: Line): boolean {
  const { height } = line;
  const apart = line.base - next.base;
  // The first line of a paragraph may be indented, or that of an item stick out.
  return (
    height > 0 &&
    Math.abs(next.height - height) < height / 10 &&
    apart > 0 &&
    apart < height * maxApart &&
    Math.abs(next.left - line.left) < height * 3 &&
    !startsItem.test(next.text)
  );
}

function isFull(line: Line, next: Line, right: number): boolean {
  const width = right - line.left;
  if (width < line.height * narrowest) return false;
  const letter = (line.right - line.left) / Math.max(line.text.length, 1);
  const word = /^\S+/.exec(next.text)![0].length + 1;
  return line.right - line.left + word * letter >= width * full;
}
