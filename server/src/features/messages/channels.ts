import type { Channel, Cursor, RemoteId } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { storable } from '../../platform/text/storable.ts';

/** A chosen channel, and how far it has been read. */
export interface ReadChannel {
  id: RemoteId;
  cursor: Cursor | null;
  isComplete: boolean;
  /** The last run that read it. */
  readIn: string | null;
}

/** Stores the channels to read. Returns them, and those that are no longer chosen. */
export async function keepChannels(
  tx: Executor,
  accountId: string,
  chosen: readonly Channel[],
): Promise<{ channels: ReadChannel[]; left: RemoteId[] }> {
  const rows = chosen.map(({ id, name }) => ({ id, name: storable(name) }));
  const { rows: left } = await sql<{ id: RemoteId }>`delete from message_channels where account_id = ${accountId}
    and remote_id <> all(${chosen.map(({ id }) => id)}::text[]) returning remote_id as id`.execute(tx);
  await sql`insert into message_channels (account_id, remote_id, name)
    select ${accountId}, x.id, x.name from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id text, name text)
    on conflict (account_id, remote_id) do update set name = excluded.name`.execute(tx);
  const { rows: channels } =
    await sql<ReadChannel>`select remote_id as id, cursor, is_complete as "isComplete", read_in as "readIn"
    from message_channels where account_id = ${accountId} order by is_complete, remote_id`.execute(tx);
  return { channels, left: left.map(({ id }) => id) };
}

/** The channels that are being read. */
export async function channelsOf(db: Executor, accountId: string): Promise<ReadonlySet<RemoteId>> {
  const { rows } = await sql<{ id: RemoteId }>`select remote_id as id from message_channels
    where account_id = ${accountId}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function saveChannel(
  tx: Executor,
  accountId: string,
  { id, cursor, isComplete, readIn }: ReadChannel,
): Promise<void> {
  await sql`update message_channels set cursor = ${cursor}, is_complete = ${isComplete}, read_in = ${readIn}
    where account_id = ${accountId} and remote_id = ${id}`.execute(tx);
}

/** Resets all channels to be read from the start. Stored messages need not be fetched again. */
export async function readChannelsAnew(tx: Executor, accountId: string): Promise<void> {
  await sql`update message_channels set cursor = null, is_complete = false, read_in = null where account_id = ${accountId}`.execute(
    tx,
  );
}
