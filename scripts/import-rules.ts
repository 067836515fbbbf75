import path from 'node:path';
import { checkImports } from './import-rules/check-imports.ts';
import { checkNamedColumns } from './import-rules/named-columns.ts';
import { checkTableWriters } from './import-rules/table-writers.ts';

const root = path.dirname(import.meta.dirname);
const problems = [...(await checkImports(root)), ...checkTableWriters(root), ...checkNamedColumns(root)];
for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length > 0) {
  console.error(`${problems.length} import rule problem${problems.length === 1 ? '' : 's'}.`);
  process.exitCode = 1;
}
