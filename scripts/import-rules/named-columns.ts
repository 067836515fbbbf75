import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A statement (whose rows have a type) that begins with all columns of a table, or ends with them. */
const ALL_COLUMNS = />`\s*select\s+(?:\w+[.])?\*(?!\s*from\s*\()|\b(?:selectAll|returningAll)\(|\breturning\s+\*/gi;

/**
 * A result has the columns that its statement names: a prepared statement that asks for all columns fails as soon as a
 * newer version of the program adds one.
 */
export function checkNamedColumns(root: string): string[] {
  return globSync('server/src/**/*.ts', { cwd: root })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((file) => !/[.]test[.]ts$|\/testing\//.test(file))
    .sort()
    .flatMap((file) => {
      const found = [...readFileSync(path.join(root, file), 'utf8').matchAll(ALL_COLUMNS)];
      return found.map(([text]) => `${file}: ${text}\n    named-columns: a statement names the columns it returns`);
    });
}
