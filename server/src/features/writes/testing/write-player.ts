import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { ApiError, contract, labelColors } from '@sheaf/contract';
import { sql } from 'kysely';
import type { JobHandler } from '../../../jobs/queue.ts';
import { killableServices } from '../../../testing/killable-services.ts';
import type { TestPerson } from '../../../testing/people.ts';
import { syncAccount } from '../../../testing/sign-in/consent.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { runSync } from '../../sync/index.ts';
import { choose, type Edit, type EditableCloud, type Item } from '../../sync/testing/cloud.ts';
import type { Run } from '../../sync/testing/histories.ts';
import { sameAsCloud } from '../../sync/testing/same-as-cloud.ts';
import { deliverFile } from '../../transfers/index.ts';
import { runWrites } from '../run.ts';
import type { ShareCrew } from './share-crew.ts';
import { uploadInto } from './upload-into.ts';
import type { Deed, Step, WriteHistory } from './write-histories.ts';

const { documents, relocations, sources, labels } = contract;

const makeWrites = runWrites(deliverFile);

const takesAway = ({ what }: Edit) => ['move', 'rename', 'remove', 'trash'].includes(what);

/** Plays the changes of people here and at the cloud, and checks the end state. */
export class WritePlayer {
  readonly #app: TestApp;
  readonly #cloud: EditableCloud;
  readonly #who: TestPerson;
  readonly #account: string;
  /** The labeled documents, by their ids at the cloud, while they exist there without interruption. */
  readonly #labelled = new Map<string, string>();
  #label = '';
  #made = 0;
  /** SHA-256, in hexadecimal. */
  readonly #uploaded: string[] = [];
  readonly #several = new Set<string>();
  #hasCopies = false;
  /** If ids are paths: all documents of the beginning, as long as no one moves or removes anything at the cloud. */
  #first: string[] = [];
  #hasMoved = false;
  #mayLeaveUploads = false;
  readonly #crew: ShareCrew | undefined;

  /** Plays as `who` alone, the owner of the account, or as the crew whose owner they are. */
  static async play(
    app: TestApp,
    cloud: EditableCloud,
    who: TestPerson,
    { before, steps }: WriteHistory,
    crew?: ShareCrew,
  ): Promise<void> {
    await cloud.clear();
    for (const edit of before) await cloud.edit(edit);
    const player = new WritePlayer(app, cloud, who, await cloud.connect(who), crew);
    await player.#begin();
    for (const step of steps) await player.#step(step);
    await player.#settle();
    await player.#check();
    await crew?.check();
  }

  private constructor(app: TestApp, cloud: EditableCloud, who: TestPerson, account: string, crew?: ShareCrew) {
    this.#app = app;
    this.#cloud = cloud;
    this.#who = who;
    this.#account = account;
    this.#crew = crew;
  }

  async #begin(): Promise<void> {
    await syncAccount(this.#app, this.#who, this.#account);
    const { data } = await this.#who.call(labels.create, {
      body: { name: `kept ${this.#account}`, color: labelColors.red },
    });
    this.#label = data.id;
    const { rows } = await sql<{ id: string; remote_id: string }>`select id, remote_id from documents
      where account_id = ${this.#account} and remote_id <> 'shared-drives'`.execute(this.#app.services.db);
    if (rows.length > 0)
      await this.#who.call(documents.tag, {
        body: { document_ids: rows.map(({ id }) => id), add_labels: [this.#label] },
      });
    const there = new Set((await this.#cloud.items()).map(({ id }) => id));
    for (const { id, remote_id } of rows) if (there.has(remote_id)) this.#labelled.set(remote_id, id);
    this.#first = rows.map(({ id }) => id);
  }

  async #step(step: Step): Promise<void> {
    if (step.kind === 'here') await this.#deed(step.deed);
    else if (step.kind === 'there') await this.#edit(step.edit);
    else if (step.kind === 'share') await this.#crew?.share(step.sharing);
    else if (step.kind === 'group') await this.#crew?.changeGroup(step.membership);
    else await this.#run(step.kind === 'writes' ? makeWrites : runSync, step.run);
  }

  async #edit(edit: Edit): Promise<void> {
    if (takesAway(edit)) {
      this.#hasMoved = true;
      await this.#noteBegun(edit);
    }
    await this.#cloud.edit(edit);
    await this.#deleteGone();
  }

  /**
   * After a kill, an upload is looked for by its name: one that had arrived and was moved by someone before that is
   * sent again. If it had not arrived, the bytes sent moved along with its folder.
   */
  async #noteBegun({ what }: Edit): Promise<void> {
    const { rows } = await sql<{ sha256: string }>`select encode(d.sha256, 'hex') as sha256 from account_writes w
      join documents d on d.id = w.document_id where w.account_id = ${this.#account} and w.kind = 'upload'
        and w.state = 'waiting' and w.begun_at is not null and d.sha256 is not null`.execute(this.#app.services.db);
    if (rows.length > 0) this.#mayLeaveUploads = true;
    if (what === 'move' || what === 'rename') for (const { sha256 } of rows) this.#several.add(sha256);
  }

  async #deleteGone(): Promise<void> {
    const left = new Set((await this.#cloud.items()).map(({ id }) => id));
    for (const id of this.#labelled.keys()) if (!left.has(id)) this.#labelled.delete(id);
  }

  async #deed(deed: Deed): Promise<void> {
    const { what, pick, into } = deed;
    const { db } = this.#app.services;
    const { rows } = await sql<{
      id: string;
      kind: string;
      deleted: boolean;
    }>`select id, kind, deleted_at is not null as deleted
      from documents where account_id = ${this.#account} and remote_id <> 'shared-drives' order by id`.execute(db);
    const shown = rows.filter(({ deleted }) => !deleted);
    const folder = choose([null, ...shown.filter(({ kind }) => kind === 'folder').map(({ id }) => id)], into) ?? null;
    const id = choose(what === 'undo' ? rows.filter(({ deleted }) => deleted) : shown, pick)?.id ?? null;
    const who = this.#crew?.who(deed.by ?? 0) ?? this.#who;
    const act = () => this.#act(who, deed, id, folder);
    if (this.#crew) return this.#crew.attempt(who, deed, { id, folder }, act);
    const status = await act();
    // For example a taken name, a folder moved into itself, an app without a trash.
    ok([200, 201, 404, 409].includes(status), `${what} was answered ${status}`);
  }

  /** Returns the status. */
  async #act(who: TestPerson, deed: Deed, id: string | null, folder: string | null): Promise<number> {
    const { what, name, pick } = deed;
    try {
      if (what === 'upload') return await this.#upload(who, folder, name, pick);
      if (what === 'folder') {
        await who.call(documents.createFolder, { body: { name, parent_id: folder, account_id: this.#account } });
        this.#made++;
      } else if (!id) return 404;
      else if (what === 'rename') await who.call(documents.change, { params: { id }, body: { name } });
      else if (what === 'move') await who.call(documents.change, { params: { id }, body: { parent_id: folder } });
      else if (what === 'trash') await who.call(documents.delete, { body: { document_ids: [id] } });
      else if (what === 'copy') await this.#copy(id, folder);
      else await who.call(documents.restore, { body: { document_ids: [id] } });
      return 200;
    } catch (error) {
      if (!(error instanceof ApiError) || !error.status) throw error;
      return error.status;
    }
  }

  /** Unique bytes, so that each upload can be recognized. */
  async #upload(who: TestPerson, folder: string | null, name: string, pick: number): Promise<number> {
    const { largeBytes } = this.#cloud;
    const padding = largeBytes !== undefined && pick % 9 === 0 ? largeBytes + pick : pick * 20;
    const content = `upload ${this.#uploaded.length} ${'.'.repeat(padding)}`;
    const policy = pick % 2 === 0 ? 'rename' : 'replace';
    const metadata = { filename: name, policy, parent_id: folder, account_id: folder ? null : this.#account };
    const { status } = await uploadInto(this.#app, who, metadata, content);
    if (status === 201) this.#uploaded.push(createHash('sha256').update(content).digest('hex'));
    return status;
  }

  /** Checks that no upload exists twice, and that everything the app refused is in My files. */
  async #checkUploads(cloud: readonly Item[]): Promise<void> {
    const { db } = this.#app.services;
    const { rows: kept } = await sql<{ sha256: string }>`select encode(d.sha256, 'hex') as sha256 from documents d
      join source_accounts c on c.id = d.account_id and c.source = 'uploads' where d.owner_id = ${this.#who.id}`.execute(
      db,
    );
    const { rows } = await sql<{ refused: number }>`select count(*)::int as refused from account_writes
      where account_id = ${this.#account} and kind = 'upload' and state = 'refused'`.execute(db);
    equal(kept.length, rows[0]!.refused);
    if (this.#hasCopies) return;
    const everywhere = [...cloud, ...kept].map(({ sha256 }) => sha256);
    for (const sha256 of this.#uploaded.filter((one) => !this.#several.has(one)))
      ok(everywhere.filter((one) => one === sha256).length <= 1);
  }

  /** Copies with a transfer, which runs in the end. The copy makes several of the same content. */
  async #copy(id: string, folder: string | null): Promise<void> {
    const place = folder ? { parent_id: folder } : { account_id: this.#account };
    const body = { document_ids: [id], ...place, on_conflict: 'rename' as const };
    await this.#who.call(relocations.copy, { body });
    this.#hasCopies = true;
  }

  /**
   * Runs one job, disturbed by faults of the cloud, a kill at some statement, and edits of others between its calls.
   */
  async #run(handler: JobHandler, { faults, killAt, meanwhile }: Run): Promise<void> {
    const accountId = this.#account;
    const batchId =
      handler === runSync
        ? (await this.#who.call(sources.syncNow, { params: { id: accountId } })).data.batch_id
        : undefined;
    for (const fault of faults) this.#cloud.fail(fault);
    const look = async (nth: number) => {
      for (const { call, edit } of meanwhile) if (call === nth) await this.#edit(edit);
    };
    const worker = killableServices(this.#app.services, killAt, look, { usualTimeouts: true });
    this.#cloud.watch?.(async (nth) => {
      await look(nth);
      return worker.isDead ? 'dead' : 'alive';
    });
    await handler.run({ accountId, batchId }, worker.services, new AbortController().signal).catch((error) => {
      if (!worker.isDead) throw error;
    });
    await worker.end();
    this.#cloud.watch?.(null);
    this.#cloud.clearFaults();
    await this.#deleteGone();
  }

  /** Does everything that waits, undisturbed. */
  async #settle(): Promise<void> {
    const { db } = this.#app.services;
    for (let tries = 0; tries < 30; tries++) {
      await sql`update account_writes set next_try_at = now() where state = 'waiting'`.execute(db);
      await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(db);
      await this.#app.work();
      const { rows } = await sql`select 1 from account_writes where account_id = ${this.#account} and state = 'waiting'
        union all select 1 from transfers where to_account_id = ${this.#account} and status in ('pending', 'running')
        union all select 1 from batches where account_id = ${this.#account} and status in ('pending', 'running', 'paused')`.execute(
        db,
      );
      if (rows.length > 0) continue;
      await this.#who.call(sources.retryFailures, { params: { id: this.#account } });
      await this.#app.work();
      return;
    }
    throw new Error('what waits never ends');
  }

  /** Checks that both sides are equal, nothing exists twice, and documents have kept their ids and labels. */
  async #check(): Promise<void> {
    const { db } = this.#app.services;
    const cloud = await this.#cloud.items();
    await sameAsCloud(this.#app.services, this.#account, cloud);
    await this.#checkUploads(cloud);
    if (!this.#mayLeaveUploads) deepEqual((await this.#cloud.unfinished?.()) ?? [], []);
    await this.#deleteGone();
    const { rows } = await sql<{ id: string; remote_id: string; labelled: boolean }>`select id, remote_id, exists (
        select 1 from label_documents l where l.document_id = d.id and l.label_id = ${this.#label}) as labelled
      from documents d where account_id = ${this.#account} and deleted_at is null`.execute(db);
    if (!this.#hasMoved && cloud.every(({ id }) => id === null)) {
      const labelled = new Set(rows.flatMap((row) => (row.labelled ? row.id : [])));
      deepEqual(
        this.#first.filter((id) => !labelled.has(id)),
        [],
      );
    }
    const byRemote = new Map(rows.map((row) => [row.remote_id, row]));
    for (const [remote, id] of this.#labelled)
      deepEqual(byRemote.get(remote), { id, remote_id: remote, labelled: true });
    const states = await sql<{ made: number }>`select count(*)::int as made from account_writes
      where account_id = ${this.#account} and kind = 'folder'`.execute(db);
    equal(states.rows[0]!.made, this.#made);
  }
}
