import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { waitingJobs } from '../../../jobs/graphile-tables.ts';
import type { Section } from '../archive/write-archive.ts';
import { listSequences, listTables } from './list-tables.ts';

/** Writes all rows of this transaction in the format of COPY, then the waiting jobs and the positions of sequences. */
export async function dumpTables(
  client: pg.Client,
  section: Section,
  signal: AbortSignal,
): Promise<{ tables: number; rows: number }> {
  const tables = await listTables(client);
  let rows = 0;
  for (const { name, columns } of tables) {
    await section.begin({ table: name, columns });
    rows += await copy(
      client,
      `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`,
      section,
      signal,
    );
    await section.end();
  }
  await section.begin({ jobs: true });
  rows += await copy(client, `(${waitingJobs})`, section, signal);
  await section.end();
  await section.begin({ sequences: await listSequences(client, tables) });
  await section.end();
  return { tables: tables.length, rows };
}

async function copy(client: pg.Client, what: string, section: Section, signal: AbortSignal): Promise<number> {
  const stream = client.query(copyTo(`copy ${what} to stdout`, { highWaterMark: 262_144 }));
  for await (const chunk of stream) {
    signal.throwIfAborted();
    await section.piece(chunk);
  }
  return stream.rowCount;
}
