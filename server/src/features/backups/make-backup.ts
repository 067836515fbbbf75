import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import pg from 'pg';
import { keyIdsInUse } from '../../db/sealed-secrets.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { createKey } from './archive/encryption.ts';
import { BackupError, type Header, type Totals } from './archive/format.ts';
import { inOrder, linesOf, parseWanted, readIndex, type Wanted } from './archive/index-lines.ts';
import { type Archive, openArchive } from './archive/read-archive.ts';
import { type ArchiveWriter, createArchive, partOf } from './archive/write-archive.ts';
import { type Copied, copyContents, openSource } from './contents/copy-contents.ts';
import { listWanted } from './contents/list-wanted.ts';
import { holdBlobs, releaseBlobs, renewHold } from './hold-blobs.ts';
import { beginBackup, endBackup, stayAlive } from './record.ts';
import { dumpTables } from './tables/dump-tables.ts';
import { appliedMigrations } from './tables/list-tables.ts';

type BackupServices = Pick<Services, 'pool' | 'sessions' | 'blobs' | 'keys'>;

interface BackupRequest {
  file: string;
  /** A complete backup, whose contents are not copied again. */
  base?: string;
  passphrase?: string;
  /** The cost of deriving the key from the passphrase; tests use a lower one. */
  passphraseWork?: number;
  scheduled?: boolean;
  signal?: AbortSignal;
}

interface MadeBackup {
  size: number;
  totals: Totals;
}

const signOfLifeMs = 60_000;

/**
 * Makes a backup of a working installation: the tables as they are at one moment, then the contents they refer to,
 * which nothing deletes meanwhile. Returns null if a scheduled one is being made elsewhere.
 */
export async function makeBackup(services: BackupServices, request: BackupRequest): Promise<MadeBackup | null> {
  const { pool } = services;
  const file = resolve(request.file);
  if (await stat(file).catch(() => null)) throw new BackupError(`${file} is there already. Choose another name.`);
  const base = request.base ? await openBase(request.base, request.passphrase) : null;
  const id = newId();
  const lost = new AbortController();
  const signal = request.signal ? AbortSignal.any([request.signal, lost.signal]) : lost.signal;
  let timer: NodeJS.Timeout | undefined;
  try {
    if (!(await beginBackup(pool, { id, file, scheduled: request.scheduled ?? false }))) return null;
    await holdBlobs(pool, id);
    const renew = async () => {
      if (!(await stayAlive(pool, id)) || !(await renewHold(pool, id)))
        lost.abort(
          new BackupError(
            'The backup stood still for too long, so that contents may have been deleted. Make another one.',
          ),
        );
    };
    timer = setInterval(() => void renew().catch(() => {}), signOfLifeMs);
    const made = await write(services, { ...request, file, id, base, signal, renew });
    await endBackup(pool, id, { bytes: made.size, missing: made.totals.missing, baseId: base?.header.id ?? null });
    return made;
  } catch (error) {
    await endBackup(pool, id, { problem: (error as Error).message }).catch(() => {});
    throw error;
  } finally {
    clearInterval(timer);
    await releaseBlobs(pool, id).catch(() => {});
    await base?.close();
  }
}

async function openBase(file: string, passphrase: string | undefined): Promise<Archive> {
  const base = await openArchive(file, passphrase);
  if (base.header.base === null) return base;
  await base.close();
  throw new BackupError(
    `${file} isn’t complete in itself: it needs ${base.header.base.file}. Use that one as the base.`,
  );
}

interface Running extends Omit<BackupRequest, 'base'> {
  id: string;
  base: Archive | null;
  signal: AbortSignal;
  renew(): Promise<void>;
}

async function write(services: BackupServices, running: Running): Promise<MadeBackup> {
  const { file, base } = running;
  const [wantedFile, indexFile] = [`${partOf(file)}.wanted`, `${partOf(file)}.index`];
  const failed = new AbortController();
  const signal = AbortSignal.any([running.signal, failed.signal]);
  /** If one of two parallel tasks fails, the other is aborted. */
  const together = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      failed.abort(error);
      throw error;
    });
  const source = openSource(services.blobs);
  let archive: ArchiveWriter | undefined;
  let copying: Promise<Copied> | undefined;
  try {
    const locked = running.passphrase ? await createKey(running.passphrase, running.passphraseWork) : null;
    const dumped = await atOneMoment(services, async (client) => {
      const header = await describe(client, services, running, locked?.lockedKey ?? null);
      const writer = await createArchive(file, header, locked?.key ?? null);
      archive = writer;
      await listWanted(client, wantedFile);
      // Tables wait for the database, and contents for their hashes, so both are written at the same time.
      copying = together(
        writer.section('contents', async (section) => {
          const known = base && inOrder(readIndex(base));
          const isInBase = async ({ key }: Wanted) => (await known?.find(key))?.where === 'here';
          const copied = await copyContents(source, section, readWanted(wantedFile), {
            isInBase,
            indexFile,
            signal,
          });
          await known?.close();
          return copied;
        }),
      );
      // The error is handled below, when the tables are complete.
      copying.catch(() => {});
      return together(writer.section('tables', (section) => dumpTables(client, section, signal)));
    });
    const copied = await copying!;
    await archive!.section('index', async (section) => {
      await section.begin({ index: true });
      for await (const chunk of createReadStream(indexFile)) await section.piece(chunk);
      await section.end();
    });
    await running.renew();
    signal.throwIfAborted();
    const totals = { ...dumped, ...copied };
    return { totals, size: await archive!.finish(totals) };
  } catch (error) {
    await copying?.catch(() => {});
    await archive?.drop();
    throw error;
  } finally {
    await source.reader.close();
    for (const temporary of [wantedFile, indexFile]) await rm(temporary, { force: true });
  }
}

/**
 * Runs `work` in a transaction that sees nothing of what happens after its first statement, on a connection of its own.
 */
async function atOneMoment<T>({ sessions }: BackupServices, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...sessions.options, application_name: 'sheaf backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = '10min'`);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}

async function describe(
  client: pg.Client,
  { keys }: BackupServices,
  { id, base }: Running,
  lockedKey: string | null,
): Promise<Header> {
  const { rows } = await client.query<{ id: Buffer }>(`select id from (${keyIdsInUse}) keys`);
  const earlier = keys.previousIds.filter((known) => rows.some((row) => row.id.equals(known)));
  return {
    id,
    createdAt: new Date().toISOString(),
    migrations: await appliedMigrations(client),
    keyIds: [keys.knownIds[0]!, ...earlier].map((one) => one.toString('hex')),
    lockedKey,
    base: base && { id: base.header.id, file: basename(base.file) },
  };
}

async function* readWanted(file: string) {
  for await (const line of linesOf(createReadStream(file))) yield parseWanted(line);
}
