import { deepEqual, equal } from 'node:assert/strict';
import { contract } from '@sheaf/contract';
import type { Random } from '@sheaf/sandbox';
import type { Edit, EditableCloud } from '../../features/sync/testing/cloud.ts';
import { sameAsCloud } from '../../features/sync/testing/same-as-cloud.ts';
import type { TestPerson } from '../../testing/people.ts';
import { eventually } from './retrying-client.ts';
import type { Cluster } from './start-cluster.ts';
import type { Work } from './work.ts';

const { sources } = contract;
const names = ['a', 'b', 'C', 'Ä ö', '📄 %_', "it's", 'two  spaces', 'report.txt', 'مرحبا'];
const whats: readonly Edit['what'][] = [
  ...(['add', 'add', 'add', 'add', 'add folder', 'write', 'write', 'write'] as const),
  ...(['rename', 'rename', 'move', 'move', 'remove', 'trash', 'restore'] as const),
];

/** An account whose files are added and changed while it syncs. */
export class SyncWork implements Work {
  readonly cluster: Cluster;
  readonly owner: TestPerson;
  readonly accountId: string;
  readonly #cloud: EditableCloud;
  /** The document of each item that has been at the cloud without interruption. */
  readonly kept = new Map<string, string>();
  #runs = 0;

  private constructor(cluster: Cluster, owner: TestPerson, accountId: string, cloud: EditableCloud) {
    this.cluster = cluster;
    this.owner = owner;
    this.accountId = accountId;
    this.#cloud = cloud;
  }

  static async create(cluster: Cluster, owner: TestPerson, cloud: EditableCloud, random: Random): Promise<SyncWork> {
    await cloud.clear();
    for (let n = 0; n < 12; n++) {
      const what = n % 4 === 0 ? 'add folder' : 'add';
      await cloud.edit({ ...editOf(random), what, name: `first ${n}` });
    }
    const work = new SyncWork(cluster, owner, await cloud.connect(owner), cloud);
    await syncToEnd(owner, work.accountId);
    await work.#keepAll();
    return work;
  }

  async step(random: Random): Promise<void> {
    for (let edits = random.between(1, 4); edits > 0; edits--) await this.#cloud.edit(editOf(random));
    const there = new Set((await this.#cloud.items()).map(({ id }) => id));
    for (const remoteId of this.kept.keys()) if (!there.has(remoteId)) this.kept.delete(remoteId);
    if (random.between(0, 2) === 0) await this.#loseCursor();
    await syncToEnd(this.owner, this.accountId);
    await this.#keepAll();
    this.#runs++;
  }

  /** Acts as if the cloud had lost the feed, so that the next run lists everything again. */
  async #loseCursor(): Promise<void> {
    await this.#ask('update source_accounts set cursor = null where id = $1');
  }

  async #keepAll(): Promise<void> {
    for (const { id, remote_id } of await this.#documents())
      if (!this.kept.has(remote_id)) this.kept.set(remote_id, id);
  }

  describe = () => `${this.#runs} runs (${this.kept.size} documents kept)`;

  /** When everything is calm, checks that each document exists once, with its old id and the bytes of the cloud. */
  async check(): Promise<void> {
    await syncToEnd(this.owner, this.accountId);
    await sameAsCloud(this.cluster.services, this.accountId, await this.#cloud.items());
    const now = new Map((await this.#documents()).map(({ id, remote_id }) => [remote_id, id]));
    for (const [remoteId, id] of this.kept) equal(now.get(remoteId), id);
    const accounts = (await this.owner.call(sources.accounts)).data;
    const { status, problem, failed, held_deletions } = accounts.find(({ id }) => id === this.accountId)!;
    deepEqual(
      { status, problem, failed, held_deletions },
      { status: 'connected', problem: null, failed: 0, held_deletions: 0 },
    );
  }

  #documents(): Promise<{ id: string; remote_id: string }[]> {
    return this.#ask('select id, remote_id from documents where account_id = $1 and gone_at is null');
  }

  /** Retries until it succeeds, because the database restarts now and then. */
  #ask<Row extends object>(query: string): Promise<Row[]> {
    const { pool } = this.cluster.services;
    return eventually('database', () =>
      pool.query<Row>(query, [this.accountId]).then(
        ({ rows }) => rows,
        () => undefined,
      ),
    );
  }
}

const editOf = (random: Random): Edit => ({
  what: random.pick(whats),
  pick: random.between(0, 1000),
  into: random.between(0, 1000),
  name: random.pick(names),
  content: random.between(0, 5),
});

/** Starts a run, or joins one that failed items wait for, and waits for its end. */
export async function syncToEnd(owner: TestPerson, id: string): Promise<void> {
  const { batch_id } = (await owner.call(sources.retryFailures, { params: { id } })).data;
  const ended = await eventually(`end of the run of ${id}`, async () => {
    const { status } = (await owner.call(sources.batchStatus, { params: { id: batch_id } })).data;
    return status === 'pending' || status === 'running' ? undefined : status;
  });
  equal(ended, 'completed');
}
