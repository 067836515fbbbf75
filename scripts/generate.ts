import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Capability, connectors } from '@sheaf/connectors';
import { errorCodes, policy, roles } from '@sheaf/contract';
import { variables } from '../server/src/config/config.ts';
import { tableWriters } from './import-rules/table-writers.ts';

/** Tables in the documents that are made from the code: the file, the mark above them, and the text. */
const tables: [file: string, mark: string, text: () => string][] = [
  ['README.md', 'configuration', configuration],
  ['docs/roles.md', 'roles', rolesTable],
  ['docs/errors.md', 'errors', errorsTable],
  ['docs/tables.md', 'tables', tablesTable],
  ['docs/sources/README.md', 'sources', sourcesTable],
];

const root = join(import.meta.dirname, '..');

/** Each document with up-to-date tables. */
export async function generated(): Promise<{ file: string; before: string; after: string }[]> {
  return Promise.all(
    tables.map(async ([file, mark, text]) => {
      const before = await readFile(join(root, file), 'utf8');
      const [start, end] = [`<!-- generated: ${mark} -->`, '<!-- end -->'];
      const from = before.indexOf(start);
      const to = before.indexOf(end, from);
      if (from < 0 || to < 0) throw new Error(`${file} has no place marked ${start} … ${end}`);
      return { file, before, after: `${before.slice(0, from + start.length)}\n${text()}\n${before.slice(to)}` };
    }),
  );
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function configuration(): string {
  const rows = Object.entries(variables).map(([name, { meaning, otherwise }]) => [`\`${name}\``, meaning, otherwise]);
  return table(['variable', 'what it sets', 'when it is not set'], rows);
}

function rolesTable(): string {
  const rows = Object.entries(policy).map(([permission, row]) => [
    row.meaning,
    `\`${permission}\``,
    ...roles.map((role) => ((row.roles as readonly string[]).includes(role) ? 'yes' : '')),
  ]);
  return table(['may', 'permission', ...roles], rows);
}

function errorsTable(): string {
  return table(
    ['status', 'code', 'meaning'],
    Object.entries(errorCodes).map(([code, { status, meaning }]) => [String(status), `\`${code}\``, meaning]),
  );
}

function sourcesTable(): string {
  const rows = connectors.map(({ manifest, auth, webhook }) => {
    const { slug, name, capabilities, hashes } = manifest;
    const can = (...asked: Capability[]) => (asked.some((one) => capabilities.includes(one)) ? 'yes' : '');
    return [
      `[${name}](${slug}.md)`,
      auth.kind === 'oauth2' ? 'OAuth' : 'credentials',
      capabilities.includes('threads') ? 'messages' : 'files',
      can('files.changes', 'threads.changes'),
      webhook || can('threads.listen') ? 'yes' : '',
      can('writes'),
      can('writes.trash'),
      hashes.join(', '),
    ];
  });
  return table(['source', 'sign-in', 'holds', 'changes', 'push', 'writes', 'trash', 'hashes'], rows);
}

function tablesTable(): string {
  const rows = [...tableWriters(root).writers].map(([name, rooms]) => [`\`${name}\``, [...rooms.keys()].join(', ')]);
  return table(
    ['table', 'written by'],
    rows.sort(([a], [b]) => a!.localeCompare(b!)),
  );
}

if (import.meta.main) {
  for (const { file, after } of await generated()) await writeFile(join(root, file), after);
}
