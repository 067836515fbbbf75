/**
 * With RECORD_STATEMENTS set to a folder, tests record PostgreSQL's answers there; `scripts/sql-types.ts` compares them
 * with the types in the code.
 */

/** Test files that share a process share its recorder. */
const isRecorded = Symbol.for('sheaf.statements-are-recorded');
const folder = process.env.RECORD_STATEMENTS;
if (folder && !(isRecorded in globalThis)) {
  Object.assign(globalThis, { [isRecorded]: true });
  // Tests of most packages have no database, and runs by hand record nothing.
  const { recordStatements } = await import('./record-statements.ts');
  recordStatements(folder);
}
