/** A part of a text, and where it begins. */
export interface Part {
  start: number;
  text: string;
}

/** A sentence, or what it stands under: a line above several, or the word or two that begin a line: 'Backup. Every night …' */
export interface TextPart extends Part {
  isHeading: boolean;
  /** Among the parts, the heading it stands under. */
  under: number | null;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Shorter ones are headings and numbers; of longer ones nobody reads to the end. */
const minLetters = 15;
const longest = 600;
const longestHeading = 90;

const endsSentence = /[.!?…。！？]["'”’»)\]]*$/u;
/** Who wrote a message, and to whom. */
const namesPeople = /<[^<>@\s]+@[^<>@\s]+>$/u;
const isItem = /^[•◦▪‣*–—-]\s/u;

/** The sentences of a text in their order, with their headings. A line never continues in the next. */
export function partsOf(text: string): TextPart[] {
  const lines = [...text.matchAll(/[^\n]+/g)].map(({ 0: line, index }) => ({
    line: line.trimEnd(),
    index,
  }));
  const parts: TextPart[] = [];
  let title: number | null = null;
  for (const [at, { line, index }] of lines.entries()) {
    if (namesPeople.test(line)) continue;
    const next = lines[at + 1]?.line;
    if (isHeadingAbove(line, next) || (at === 0 && next && namesPeople.test(next))) {
      parts.push({ start: index, text: line, isHeading: true, under: null });
      title = parts.length - 1;
      continue;
    }
    let under = title;
    for (const [place, { segment, index: inside }] of segmentsOf(line).entries()) {
      const sentence = segment.trim();
      const isShort = sentence.length < minLetters;
      // A short one in the middle of a line says nothing alone; at its beginning it says what the line is about.
      const isHeading = isShort && place === 0 && sentence.length < line.length && /\p{L}{2}/u.test(sentence);
      if ((isShort && !isHeading) || sentence.length > longest) continue;
      parts.push({ start: index + inside + segment.indexOf(sentence), text: sentence, isHeading, under });
      if (isHeading) under = parts.length - 1;
    }
  }
  return parts;
}

/** A line that is no sentence, above one that is and that is longer. */
const isHeadingAbove = (line: string, next: string | undefined): boolean =>
  next !== undefined &&
  line.length <= longestHeading &&
  !endsSentence.test(line) &&
  !line.endsWith(',') &&
  !line.includes(' | ') &&
  !isItem.test(line) &&
  endsSentence.test(next) &&
  next.length > line.length;

/** A row of a table is one statement. */
const segmentsOf = (line: string): { segment: string; index: number }[] =>
  line.includes(' | ')
    ? [{ segment: line, index: 0 }]
    : joined([...segmenter.segment(line)].map(({ segment, index }) => ({ segment, index })));

/** 'No. 12' and 'Dr. Weber' end no sentence. */
const abbreviation =
  /(?:^|[\s(])(?:no|nr|dr|mr|mrs|ms|st|prof|art|abs|bzw|ca|vs|etc|inc|ltd|co|approx|z\.\s?b|d\.\s?h|e\.g|i\.e|\p{Lu})\.\s*$/iu;

function joined(parts: readonly { segment: string; index: number }[]) {
  const sentences: { segment: string; index: number }[] = [];
  for (const part of parts) {
    const last = sentences.at(-1);
    if (last && abbreviation.test(last.segment)) last.segment += part.segment;
    else sentences.push({ ...part });
  }
  return sentences;
}
