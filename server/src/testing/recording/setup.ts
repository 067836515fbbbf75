/**
 * With RECORD_STATEMENTS set to a folder, tests write down there what PostgreSQL answered them; `scripts/sql-types.ts` compares
 * that with the types in the code.
 */

/** Test files that share a process share its recorder. */
const isRecorded = Symbol.for('sheaf.statements-are-recorded');
const folder = process.env.RECORD_STATEMENTS;
if (folder && !(isRecorded in globalThis)) {
  Object.assign(globalThis, { [isRecorded]: true });
  // The tests of most packages have no database, and in a run by hand nothing is recorded.
  const { recordStatements } = await import('./record-statements.ts');
  recordStatements(folder);
}
