import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A typed statement that starts or ends with all columns of a table. */
const ALL_COLUMNS = />`\s*select\s+(?:\w+[.])?\*(?!\s*from\s*\()|\b(?:selectAll|returningAll)\(|\breturning\s+\*/gi;

/** Tables of the queue, and the one file that may name them. */
const QUEUE_TABLES = /graphile_worker[.]_private_\w+/g;
const KNOWS_QUEUE_TABLES = 'server/src/jobs/graphile-tables.ts';

/**
 * Results have the columns that their statements name: a prepared statement that selects all columns fails as soon as a
 * newer version of the program adds one.
 */
export function checkStatements(root: string): string[] {
  return globSync('server/src/**/*.ts', { cwd: root })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((file) => !/[.]test[.]ts$|\/testing\//.test(file))
    .sort()
    .flatMap((file) => {
      const code = readFileSync(path.join(root, file), 'utf8');
      const columns = [...code.matchAll(ALL_COLUMNS)].map(
        ([text]) => `${file}: ${text}\n    named-columns: a statement names the columns it returns`,
      );
      if (file === KNOWS_QUEUE_TABLES) return columns;
      const tables = [...code.matchAll(QUEUE_TABLES)].map(
        ([text]) => `${file}: ${text}\n    queue-tables: only ${KNOWS_QUEUE_TABLES} knows the queue's own tables`,
      );
      return [...columns, ...tables];
    });
}
