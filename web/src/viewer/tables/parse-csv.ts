export interface Rows {
  rows: string[][];
  /** The file has more rows. */
  cut: boolean;
}

/** The rows of a CSV file: quoted fields, doubled quotes, line breaks in fields, any line ending. */
export function parseCsv(text: string, maxRows: number, separator = separatorOf(text)): Rows {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (rows.length === maxRows) return { rows, cut: true };
    const field = text[at] === '"' ? quoted(text, at + 1, separator) : plain(text, at, separator);
    row.push(field.value);
    at = field.end;
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) row.push('');
      continue;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return { rows, cut: false };
}

/** The usual separator that occurs most often in the first line. */
function separatorOf(text: string): string {
  const line =
    text
      .slice(0, 4096)
      .replace(/"[^"]*"/g, '')
      .split(/\r?\n/, 1)[0] ?? '';
  const count = (sign: string) => line.split(sign).length;
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function plain(text: string, start: number, separator: string): { value: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { value: text.slice(start, end), end };
}

function quoted(text: string, start: number, separator: string): { value: string; end: number } {
  let value = '';
  for (let at = start; ; ) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      // Text between the closing quote and the separator is invalid CSV; it is kept.
      const rest = plain(text, quote + 1, separator);
      return { value: value + rest.value, end: rest.end };
    }
    value += '"';
    at = quote + 2;
  }
}
