import path from 'node:path';
import { checkImports } from './import-rules/check-imports.ts';
import { checkStatements } from './import-rules/statements.ts';
import { checkTableWriters } from './import-rules/table-writers.ts';

const root = path.dirname(import.meta.dirname);
const problems = [...(await checkImports(root)), ...checkTableWriters(root), ...checkStatements(root)];
for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length > 0) {
  console.error(`${problems.length} import rule problem${problems.length === 1 ? '' : 's'}.`);
  process.exitCode = 1;
}
