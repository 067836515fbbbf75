/**
 * Compares the types of rows in the server's code with PostgreSQL's answers in the unit tests. By hand:
 * npm test -- unit && node scripts/sql-types.ts
 */
import path from 'node:path';
import { checkSqlTypes } from './sql-types/check-sql-types.ts';
import { readRecordings } from './sql-types/recordings.ts';

const root = path.dirname(import.meta.dirname);
const recordings = readRecordings(process.argv[2] ?? path.join(root, '.cache/test/statements'));
if (recordings.isEmpty) {
  console.error('✗ Nothing to compare: no statements were recorded. The stage unit does that, before this one.');
  process.exitCode = 1;
} else {
  const { problems, unseen, compared } = await checkSqlTypes(root, path.join(root, '.cache/sql-types'), recordings);
  for (const { site, problems: found } of problems) {
    console.error(`✗ ${site.file}:${site.line}`);
    for (const problem of found) console.error(`    ${problem}`);
  }
  for (const { file, line } of unseen) console.error(`✗ ${file}:${line}\n    no test ran this statement`);
  console.log(
    `${compared} types of rows compared, ${problems.length} of them wrong; ${unseen.length} statements never ran.`,
  );
  if (problems.length + unseen.length > 0) process.exitCode = 1;
}
