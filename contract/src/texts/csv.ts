/** The rows of a CSV file: quoted fields, doubled quotes, line breaks in fields, any line ending. */
export function* csvRows(text: string, separator = separatorOf(text)): Generator<string[]> {
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    const { value, end } = text[at] === '"' ? quoted(text, at + 1, separator) : plain(text, at, separator);
    row.push(value);
    at = end + 1;
    if (text[end] === separator) {
      if (at === text.length) row.push('');
      continue;
    }
    if (text[end] === '\r' && text[at] === '\n') at += 1;
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}

/** The usual separator that occurs most often in the first line. */
function separatorOf(text: string): string {
  const [line = ''] = text
    .slice(0, 4096)
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/, 1);
  const count = (sign: string) => line.split(sign).length;
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

interface Field {
  value: string;
  end: number;
}

function plain(text: string, start: number, separator: string): Field {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { value: text.slice(start, end), end };
}

function quoted(text: string, start: number, separator: string): Field {
  let value = '';
  for (let at = start; ; ) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      // Text between the closing quote and the separator is invalid; it is kept.
      const rest = plain(text, quote + 1, separator);
      return { value: value + rest.value, end: rest.end };
    }
    value += '"';
    at = quote + 2;
  }
}
