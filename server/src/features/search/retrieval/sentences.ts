/** A part of a text, and where it starts. */
export interface Part {
  start: number;
  text: string;
}

/**
 * A sentence, or a heading: a line above several, the names of a table's columns above its rows, or the word or two
 * that start a line: 'Backup. Every night …'
 */
export interface TextPart extends Part {
  isHeading: boolean;
  /** The index of its heading among the parts. */
  under: number | null;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Shorter parts are headings and numbers; longer ones are cut. */
const minLetters = 15;
const longest = 600;
const longestHeading = 90;
/** Lines of manually wrapped text are shorter than this, and longer than the minimum. */
const widest = 110;
const narrowest = 45;
/** The part of the width that a line must fill, together with the next line's first word, to count as full. */
const full = 0.85;

const endsSentence = /[.!?…。！？]["'”’»)\]]*$/u;
/** Sender or recipient of a message. */
const namesPeople = /<[^<>@\s]+@[^<>@\s]+>$/u;
const isItem = /^[•◦▪‣*–—-]\s/u;
const isNumbered = /^\(?(?:\d{1,3}|\p{L}|[ivx]{1,5})[.)]\s/iu;
const isRow = (line: string): boolean => line.includes(' | ');

interface Line {
  line: string;
  index: number;
}

/** The sentences of a text in order, with their headings. A line continues in the next only in wrapped text. */
export function partsOf(text: string): TextPart[] {
  const all = [...text.matchAll(/[^\n]+/g)].map(({ 0: line, index }) => ({ line: line.trimEnd(), index }));
  const lines = unwrapped(text, all);
  const parts: TextPart[] = [];
  let title: number | null = null;
  let columns: number | null = null;
  for (const [at, { line, index }] of lines.entries()) {
    if (namesPeople.test(line)) continue;
    const [last, next] = [lines[at - 1]?.line, lines[at + 1]?.line];
    if (!isRow(line)) columns = null;
    else if (columns === null && next !== undefined && namesColumns(line, next)) {
      parts.push({ start: index, text: line, isHeading: true, under: title });
      columns = parts.length - 1;
      continue;
    }
    if (isHeadingAbove(line, last, next) || (at === 0 && next && namesPeople.test(next))) {
      parts.push({ start: index, text: line, isHeading: true, under: null });
      title = parts.length - 1;
      continue;
    }
    let under = columns ?? title;
    for (const [place, { segment, index: inside }] of segmentsOf(line).entries()) {
      const sentence = segment.trim();
      const isShort = sentence.length < minLetters && columns === null;
      // A short part in the middle of a line says nothing alone; at the start it is the line's heading.
      const isHeading = isShort && place === 0 && sentence.length < line.length && /\p{L}{2}/u.test(sentence);
      if ((isShort && !isHeading) || sentence.length > longest) continue;
      parts.push({ start: index + inside + segment.indexOf(sentence), text: sentence, isHeading, under });
      if (isHeading) under = parts.length - 1;
    }
  }
  return parts;
}

/** Joins lines that were broken only because they were full. */
function unwrapped(text: string, lines: readonly Line[]): Line[] {
  const width = Math.max(0, ...lines.map(({ line }) => line.length));
  if (width > widest || width < narrowest) return [...lines];
  const joined: Line[] = [];
  let last: string | undefined;
  for (const { line, index } of lines) {
    const before = joined.at(-1);
    if (before && last !== undefined && continues(last, line, width))
      before.line = text.slice(before.index, index + line.length);
    else joined.push({ line, index });
    last = line;
  }
  return joined;
}

function continues(line: string, next: string, width: number): boolean {
  if (isRow(line) || isRow(next) || isItem.test(next) || isNumbered.test(next) || namesPeople.test(line)) return false;
  const word = /^\S+/.exec(next.trimStart())?.[0].length ?? 0;
  return line.length + 1 + word >= width * full;
}

/**
 * True for the first row of a table, made of words, above rows with as many cells of which some are numbers or differ
 * from it in kind.
 */
function namesColumns(line: string, next: string): boolean {
  const [head, row] = [cellsOf(line), cellsOf(next)];
  return (
    isRow(next) &&
    head.length >= 2 &&
    head.every(
      (cell) => /^\p{L}/u.test(cell) && !/\d{3}/.test(cell) && !endsSentence.test(cell) && cell.length <= 40,
    ) &&
    row.some((cell) => /\d/.test(cell) || cell === '' || cell.length > 40)
  );
}

const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim());

/** A line that is no sentence, above a longer one that is; the last item of a list is no heading. */
const isHeadingAbove = (line: string, last: string | undefined, next: string | undefined): boolean =>
  next !== undefined &&
  line.length <= longestHeading &&
  !endsSentence.test(line) &&
  !line.endsWith(',') &&
  !isRow(line) &&
  !isItem.test(line) &&
  !(isNumbered.test(line) && last !== undefined && isNumbered.test(last)) &&
  endsSentence.test(next) &&
  !isItem.test(next) &&
  next.length > line.length;

/** A row of a table is one statement. */
const segmentsOf = (line: string): { segment: string; index: number }[] =>
  isRow(line)
    ? [{ segment: line, index: 0 }]
    : joined(
        [...segmenter.segment(line.replaceAll('\n', ' '))].map(({ segment, index }) => ({ segment, index })),
        line,
      );

/** 'No. 12' and 'Dr. Weber' end no sentence. */
const abbreviation =
  /(?:^|[\s(])(?:no|nr|dr|mr|mrs|ms|st|prof|art|abs|bzw|ca|vs|etc|inc|ltd|co|approx|z\.\s?b|d\.\s?h|e\.g|i\.e|\p{Lu})\.\s*$/iu;

function joined(parts: readonly { segment: string; index: number }[], line: string) {
  const sentences: { segment: string; index: number }[] = [];
  for (const part of parts) {
    const last = sentences.at(-1);
    if (
      last &&
      (abbreviation.test(last.segment) || (isNumbered.test(`${last.segment.trim()} `) && last.segment.length < 8))
    )
      last.segment += part.segment;
    else sentences.push({ ...part });
  }
  // With its original line breaks.
  return sentences.map(({ segment, index }) => ({ segment: line.slice(index, index + segment.length), index }));
}
