type Span = [start: number, end: number];

type Cut = [start: number, end: number, instead: string];

/** Patterns that are useless in a few lines of text, and their replacements. */
const noise: readonly [RegExp, (match: RegExpExecArray) => string][] = [
  // Leaves out recipients of a message, and puts its author before the text.
  [/^(?:To|Cc|Bcc) [^\n]*<[^\s<>]+@[^\s<>]+>[^\n]*(?:\n|$)/gmu, () => ''],
  [/ <[^\s<>]+@[^\s<>]+>\n/gu, () => ': '],
  [/ ?<[^\s<>]+@[^\s<>]+>/gu, () => ''],
  [
    /\bhttps?:\/\/(?:www\.)?([^\s/?#<>"')\],;:]*[^\s/?#<>"')\],;:.])(?:[:/?#][^\s<>"')\]]*[^\s<>"')\].,;:!?])?\/?/giu,
    ([, host]) => host!,
  ],
  [/<\/?[a-z][^<>\n]*>/giu, () => ''],
  [/^(?:#{1,6}|>+) |\*\*(?=\S)|(?<=\S)\*\*|^```.*(?:\n|$)/gmu, () => ''],
  // Empty cells.
  [/^(?:\| )+/gmu, () => ''],
  [/ \|(?: \|)+ /gu, () => ' | '],
];

/**
 * Shortens a passage by what the list of results already shows (its document's name) or doesn't need: addresses,
 * recipients, markup. `origins` are the original positions of the spans. Null if only the name matched.
 */
export function cleanPassage(
  body: string,
  spans: readonly Span[],
  name: string,
): { text: string; spans: Span[]; origins: number[] } | null {
  const title = titleLength(body, name);
  const matches = spans.filter(([start]) => start >= title);
  if (spans.length > 0 && matches.length === 0) return null;
  const cuts = cutsOf(body, title);
  // Keeps addresses if they are what was searched for.
  const isLeft = matches.some((span) => !cuts.some((cut) => overlaps(cut, span)));
  const made = isLeft ? cuts : cuts.filter((cut) => !matches.some((span) => overlaps(cut, span)));
  return apply(body, made, matches);
}

/** The length of the first line if it is the document's name, otherwise 0. */
function titleLength(body: string, name: string): number {
  const end = body.indexOf('\n');
  if (end === -1) return 0;
  const first = body.slice(0, end).trim().toLowerCase();
  const whole = name.trim().toLowerCase();
  return first === whole || first === whole.replace(/\.[a-z0-9]{1,5}$/, '') ? end + 1 : 0;
}

function cutsOf(body: string, title: number): Cut[] {
  const cuts: Cut[] = title > 0 ? [[0, title, '']] : [];
  for (const [pattern, by] of noise)
    for (const match of body.matchAll(pattern)) cuts.push([match.index, match.index + match[0].length, by(match)]);
  let end = 0;
  return cuts
    .sort((a, b) => a[0] - b[0] || b[1] - a[1])
    .filter((cut) => {
      if (cut[0] < end) return false;
      end = cut[1];
      return true;
    });
}

const overlaps = (a: Span | Cut, b: Span | Cut): boolean => a[0] < b[1] && b[0] < a[1];

function apply(body: string, cuts: readonly Cut[], matches: readonly Span[]) {
  let text = '';
  let at = 0;
  const spans: Span[] = [];
  const origins: number[] = [];
  const take = (to: number) => {
    for (const [start, end] of matches) {
      if (start < at || end > to) continue;
      spans.push([start - at + text.length, end - at + text.length]);
      origins.push(start);
    }
    text += body.slice(at, to);
  };
  for (const [start, end, by] of cuts) {
    take(start);
    text += by;
    at = end;
  }
  take(body.length);
  return { text, spans, origins };
}
