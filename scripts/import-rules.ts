import path from 'node:path';
import { checkImports } from './import-rules/check-imports.ts';

const problems = await checkImports(path.dirname(import.meta.dirname));
for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length > 0) {
  console.error(`${problems.length} import rule problem${problems.length === 1 ? '' : 's'}.`);
  process.exitCode = 1;
}
