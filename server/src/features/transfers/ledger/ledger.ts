import type { Hashes, UploadHandle } from '@sheaf/connectors';
import type { TransferOutcome } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { thisMonth } from '../../../db/this-month.ts';
import type { Lease } from '../../../jobs/lease.ts';
import type { Services } from '../../../services.ts';
import { noteCopied } from '../../documents/index.ts';
import type { Side } from '../sides/side.ts';
import { notifyTransfer, type TransferRow } from '../transfers.queries.ts';
import { type Arrival, recordCopies, recordMoves } from './arrivals.ts';
import { createMeter } from './meter.ts';
import { writeTogether } from './write-together.ts';

/** An upload started by an earlier run. */
export interface StoredUpload {
  handle: UploadHandle;
  name: string;
  size: number;
  revision: string;
  hashes: Hashes;
  replaces: string | null;
}

/** An upload that has started, before its first byte is sent. */
export interface Begun extends StoredUpload {
  /** False if it continues under another handle. For a new upload, the receipts of an earlier one are deleted. */
  isNew?: boolean;
}

/** The result of an item, or its progress with `waiting`. Omitted fields stay as they are. */
export interface Settled {
  outcome: TransferOutcome;
  reason?: string | null;
  attempts?: number;
  /** From now, by the database's clock. */
  retryInMs?: number;
  arrived?: boolean;
  newName?: string;
  newPath?: string;
  newRemoteId?: string;
  newRevision?: string;
  /** Whether the arrived item is new: it replaced nothing and wasn't there before. */
  isNew?: boolean;
  algorithm?: string;
  sourceHash?: string;
  destinationHash?: string;
  size?: number;
  /** The revision of the bytes that were read. */
  revision?: string;
  /** The bytes that were sent, for the plan. */
  sent?: number;
  arrival?: Arrival;
  /** The upload in progress is over, finished or not. */
  uploadOver?: boolean;
}

type Numbered<T> = T & { number: number };

const deadlock = '40P01';
const maxTries = 5;

/**
 * Stores everything a run must remember: results, counters and documents in one transaction, many items at a time;
 * started uploads separately, since they are quickly written and a worker waits. Each caller waits until its report is
 * committed.
 */
export class Ledger {
  readonly #services: Services;
  readonly #transfer: TransferRow;
  readonly #lease: Lease;
  readonly #sides: { from: Side; to: Side };
  readonly #onStatus: (status: string) => void;
  readonly #meter = createMeter();
  #isOver = false;
  readonly #begin = writeTogether<Numbered<Begun>>(async (begun) =>
    this.#noticeStatus(await this.#recordUploads(begun)),
  );
  readonly #settle = writeTogether<Numbered<Settled> | null>(async (reports) =>
    this.#noticeStatus(await this.#recordAll(reports.flatMap((settled) => settled ?? []))),
  );

  constructor(
    services: Services,
    transfer: TransferRow,
    lease: Lease,
    sides: { from: Side; to: Side },
    onStatus: (status: string) => void,
  ) {
    this.#services = services;
    this.#transfer = transfer;
    this.#lease = lease;
    this.#sides = sides;
    this.#onStatus = onStatus;
  }

  begun = (number: number, begun: Begun): Promise<void> => this.#begin({ number, ...begun });
  settled = (number: number, settled: Settled): Promise<void> => this.#settle({ number, ...settled });
  /** Reports progress only. */
  beat = (): Promise<void> => this.#settle(null);

  /** Ends the run: from now on no bytes are in transit, whatever is written late. */
  end(): void {
    this.#isOver = true;
  }

  /** The number of bytes of an unfinished file at the destination. */
  underWay(number: number, bytes: number): void {
    this.#meter.set(number, bytes);
  }

  #noticeStatus(status: string): void {
    if (status !== 'running') this.#onStatus(status);
  }

  /** Retries deadlocks with a sync that writes the same rows. */
  async #recordAll(settled: readonly Numbered<Settled>[]): Promise<string> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#lease.write((tx) => this.#record(tx, settled));
      } catch (error) {
        if ((error as { code?: string }).code !== deadlock || tries === maxTries) throw error;
      }
    }
  }

  async #record(tx: Executor, settled: readonly Numbered<Settled>[]): Promise<string> {
    const counted = await this.#recordItems(tx, settled);
    await this.#recordDocuments(tx, settled, counted.numbers);
    return this.#count(tx, counted, settled);
  }

  async #recordUploads(begun: readonly Numbered<Begun>[]): Promise<string> {
    const { keys } = this.#services;
    const { id } = this.#transfer;
    const uploads = begun.map(({ handle, ...row }) => ({ ...row, secrets: keys.seal(handle).toString('hex') }));
    const fresh = begun.filter(({ isNew }) => isNew).map(({ number }) => number);
    const write = sql<{ status: string }>`with forgotten as (
        delete from transfer_receipts where transfer_id = ${id} and number = any(${fresh}::int[])), written as (
        insert into transfer_uploads as u (transfer_id, number, secrets, name, size, revision, hashes, replaces)
        select ${id}, x.number, decode(x.secrets, 'hex'), x.name, x.size, x.revision, x.hashes, x.replaces
        from jsonb_to_recordset(${JSON.stringify(uploads)}::jsonb)
          as x (number int, secrets text, name text, size bigint, revision text, hashes jsonb, replaces text)
        on conflict (transfer_id, number) do update set secrets = excluded.secrets, name = excluded.name,
          size = excluded.size, revision = excluded.revision, hashes = excluded.hashes, replaces = excluded.replaces)
      select status from transfers where id = ${id}`;
    const { rows } = await this.#lease.write((tx) => write.execute(tx), 'shared');
    return rows[0]?.status ?? 'cancelled';
  }

  async #recordItems(tx: Executor, settled: readonly Numbered<Settled>[]): Promise<Counted> {
    if (settled.length === 0) return nothing;
    const { id } = this.#transfer;
    const over = settled.filter(({ uploadOver, outcome }) => uploadOver || outcome !== 'waiting');
    await sql`delete from transfer_uploads where transfer_id = ${id}
      and number = any(${over.map(({ number }) => number)}::int[])`.execute(tx);
    const rows = settled.map(({ arrival: _arrival, ...row }) => ({ ...row, reason: row.reason?.slice(0, 1000) }));
    const { rows: changed } = await sql<{ number: number; outcome: TransferOutcome; before: number; after: number }>`
      with x as materialized (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (number int, outcome text, reason text, attempts int,
        "retryInMs" float8, arrived boolean, "newName" text, "newPath" text, "newRemoteId" text, "newRevision" text, "isNew" boolean,
        algorithm text, "sourceHash" text, "destinationHash" text, size bigint, revision text))
      update transfer_items i set outcome = x.outcome, reason = x.reason, attempts = coalesce(x.attempts, i.attempts),
        next_try_at = ${inMs(sql`x."retryInMs"`)}, arrived = coalesce(x.arrived, i.arrived), new_name = coalesce(x."newName", i.new_name),
        new_path = coalesce(x."newPath", i.new_path), new_remote_id = coalesce(x."newRemoteId", i.new_remote_id),
        new_revision = coalesce(x."newRevision", i.new_revision), is_new = coalesce(x."isNew", i.is_new), hash_algorithm = coalesce(x.algorithm, i.hash_algorithm),
        source_hash = coalesce(x."sourceHash", i.source_hash), destination_hash = coalesce(x."destinationHash", i.destination_hash),
        size = coalesce(x.size, i.size), revision = coalesce(x.revision, i.revision), finished_at = case when x.outcome = 'waiting' then null else now() end
      from x join transfer_items o on o.transfer_id = ${id} and o.number = x.number
      where i.transfer_id = ${id} and i.number = x.number and i.outcome = 'waiting'
      returning i.number, i.outcome, coalesce(o.size, 0) as before, coalesce(i.size, 0) as after`.execute(tx);
    const ended = changed.filter(({ outcome }) => outcome !== 'waiting');
    const those = (...outcomes: TransferOutcome[]) => ended.filter(({ outcome }) => outcomes.includes(outcome));
    const arrived = those('transferred', 'identical');
    return {
      numbers: new Set(changed.map(({ number }) => number)),
      ended: ended.map(({ number }) => number),
      processed: those('transferred', 'identical', 'skipped', 'failed').length,
      failed: those('failed').length,
      skipped: those('skipped', 'not_transferable').length,
      identical: those('identical').length,
      bytes: sum(arrived.map(({ after }) => after)),
      grown: sum(changed.map(({ before, after }) => after - before)),
    };
  }

  async #recordDocuments(
    tx: Executor,
    settled: readonly Numbered<Settled>[],
    numbers: ReadonlySet<number>,
  ): Promise<void> {
    const { from, to } = this.#sides;
    const { mode, user_id } = this.#transfer;
    const arrivals = settled.flatMap(({ number, arrival, arrived }) =>
      arrival && numbers.has(number) ? { ...arrival, moves: mode === 'move' && arrived === true } : [],
    );
    await recordCopies(
      tx,
      to.account,
      arrivals.filter(({ moves }) => !moves),
    );
    if (user_id !== to.account.ownerId)
      await noteCopied(
        tx,
        this.#transfer,
        to.account.id,
        arrivals.map(({ item }) => item.id),
      );
    await recordMoves(
      tx,
      { userId: user_id, detail: to.label },
      from.account,
      to.account,
      arrivals.filter(({ moves }) => moves),
    );
  }

  async #count(tx: Executor, counted: Counted, settled: readonly Settled[]): Promise<string> {
    const { id, organization_id } = this.#transfer;
    for (const number of counted.ended) this.#meter.end(number);
    const sent = sum(settled.map((one) => one.sent ?? 0));
    if (sent > 0)
      await sql`insert into transfer_usage as u (organization_id, month, bytes) values (${organization_id}, ${thisMonth}, ${sent})
        on conflict (organization_id, month) do update set bytes = u.bytes + excluded.bytes`.execute(tx);
    const { underWay, rate } = this.#meter.read(sent);
    const { rows } = await sql<{ status: string }>`update transfers set processed = processed + ${counted.processed},
        failed = failed + ${counted.failed}, skipped = skipped + ${counted.skipped}, identical = identical + ${counted.identical}, bytes = bytes + ${counted.bytes},
        total_bytes = total_bytes + ${counted.grown}, bytes_under_way = case when status = 'running' then ${this.#isOver ? 0 : underWay}::bigint else 0 end, rate = coalesce(${rate}::float8, rate)
      where id = ${id} returning status`.execute(tx);
    await notifyTransfer(tx, id);
    return rows[0]?.status ?? 'cancelled';
  }
}

/** SQL: as exact as a JavaScript date, or the job for that time would find nothing due yet. */
const inMs = (ms: RawBuilder<unknown>) => sql`date_trunc('milliseconds', now() + make_interval(secs => ${ms} / 1000))`;

interface Counted {
  numbers: ReadonlySet<number>;
  ended: readonly number[];
  processed: number;
  failed: number;
  skipped: number;
  identical: number;
  bytes: number;
  grown: number;
}
const nothing: Counted = {
  numbers: new Set(),
  ended: [],
  processed: 0,
  failed: 0,
  skipped: 0,
  identical: 0,
  bytes: 0,
  grown: 0,
};

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
