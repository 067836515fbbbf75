/** The content of a sketch: rows of cells, or a heading and lines. */
export type Sketch =
  | { rows: readonly (readonly string[])[] }
  | { heading: string | undefined; lines: readonly string[] };

const MAX_LINES = 14;
const MAX_ROWS = 9;
const MAX_CELLS = 4;
const MAX_HEADING = 80;

const address = / ?<[^\s<>]+@[^\s<>]+>/gu;
const recipients = /^(?:To|Cc|Bcc) .*<[^\s<>]+@[^\s<>]+>/u;

/** The sketch for the beginning of a text. */
export function sketchOf(text: string): Sketch {
  const lines = text
    .split('\n')
    .filter((line) => !recipients.test(line))
    .map((line) => line.replace(address, '').trim())
    .filter(Boolean);
  if (lines[0]?.includes(' | ')) {
    return { rows: lines.slice(0, MAX_ROWS).map((line) => line.split(' | ').slice(0, MAX_CELLS)) };
  }
  const isHeaded = lines.length > 1 && lines[0]!.length <= MAX_HEADING;
  return {
    heading: isHeaded ? lines[0] : undefined,
    lines: lines.slice(isHeaded ? 1 : 0, MAX_LINES),
  };
}
