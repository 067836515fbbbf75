/** A document of the studio in `documents/`: its first line has the date and the location. */
export interface Source {
  cloud: string;
  person: string;
  /** The folders from the top down. */
  folder: readonly string[];
  name: string;
  modifiedAt: Date;
  body: string;
}

const firstLine = /^(\d{4}-\d\d-\d\d) ([\w-]+)\/(\w+)\/(.+)$/;

export function parseSource(text: string): Source {
  const end = text.indexOf('\n');
  const [, date, cloud, person, path] = firstLine.exec(text.slice(0, end)) ?? [];
  if (!date || !cloud || !person || !path) throw new Error(`Not a date and a place: ${text.slice(0, end)}`);
  const folder = path.split('/');
  const name = folder.pop()!;
  return { cloud, person, folder, name, modifiedAt: new Date(`${date}T15:00:00Z`), body: text.slice(end + 1).trim() };
}

export type Block = { kind: 'title' | 'heading' | 'text'; text: string } | { kind: 'row'; cells: readonly string[] };

/** Each line of a body is a block: '#' and '##' are headings, '| … |' is a table row. */
export function blocksOf(body: string): Block[] {
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line): Block => {
    if (line.startsWith('# ')) return { kind: 'title', text: line.slice(2) };
    if (line.startsWith('## ')) return { kind: 'heading', text: line.slice(3) };
    if (line.startsWith('|')) return { kind: 'row', cells: cellsOf(line) };
    return { kind: 'text', text: line };
  });
}

const cellsOf = (line: string) =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim());
