import { deepEqual, equal, partialDeepStrictEqual } from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { contract } from '@sheaf/contract';
import { killableServices } from '../../../testing/killable-services.ts';
import type { TestPerson } from '../../../testing/people.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { runSync } from '../run.ts';
import type { Edit, EditableCloud } from './cloud.ts';
import type { Run } from './histories.ts';
import { sameAsCloud } from './same-as-cloud.ts';

const { sources } = contract;

/** Plays a history on an account, and checks its documents. */
export class Player {
  readonly #app: TestApp;
  readonly #cloud: EditableCloud;
  readonly #who: TestPerson;
  readonly #account: string;
  /** The document ids of items that have been at the source without interruption since they were seen. */
  readonly #ids = new Map<string, string>();

  constructor(app: TestApp, cloud: EditableCloud, who: TestPerson, account: string) {
    this.#app = app;
    this.#cloud = cloud;
    this.#who = who;
    this.#account = account;
  }

  async edit(edit: Edit): Promise<void> {
    await this.#cloud.edit(edit);
    const left = new Set((await this.#cloud.items()).map(({ id }) => id));
    for (const id of this.#ids.keys()) if (!left.has(id)) this.#ids.delete(id);
  }

  async run({ faults, killAt, meanwhile }: Run): Promise<void> {
    const params = { id: this.#account };
    const batchId = (await this.#who.call(sources.retryFailures, { params })).data.batch_id;
    for (const fault of faults) this.#cloud.fail(fault);
    const look = async (nth: number) => {
      for (const { call, edit } of meanwhile) if (call === nth) await this.edit(edit);
    };
    const worker = killableServices(this.#app.services, killAt, look, { usualTimeouts: faults.length === 0 });
    const job = runSync.run({ accountId: this.#account, batchId }, worker.services, new AbortController().signal);
    await job.catch((error) => {
      if (!worker.isDead) throw error;
    });
    await worker.end();
    this.#cloud.clearFaults();
    await this.#checkIds();
  }

  /** Checks that no item appears twice, and that ids stay as long as the source has the item. */
  async #checkIds(): Promise<void> {
    const { rows } = await this.#app.services.pool.query<{ id: string; remote_id: string }>(
      'select id, remote_id from documents where account_id = $1',
      [this.#account],
    );
    const now = new Map(rows.map(({ id, remote_id }) => [remote_id, id]));
    equal(now.size, rows.length);
    for (const [remote, id] of this.#ids) equal(now.get(remote), id);
    const there = new Set((await this.#cloud.items()).map(({ id }) => id));
    for (const [remote, id] of now) if (there.has(remote)) this.#ids.set(remote, id);
  }

  /** Checks that the documents are exactly those of the cloud. */
  async check(): Promise<void> {
    const { blobs } = this.#app.services;
    const cloud = await this.#cloud.items();
    await sameAsCloud(this.#app.services, this.#account, cloud);
    // Only journals of contents stored in the last minute may be there.
    deepEqual(
      (await readdir(blobs.spoolDir)).filter((name) => !name.endsWith('.journal')),
      [],
    );
    const [account] = (await this.#who.call(sources.accounts)).data;
    partialDeepStrictEqual(account, { status: 'connected', problem: null, failed: 0, held_deletions: 0 });
    equal(account!.files, cloud.filter(({ kind }) => kind === 'file').length);
    equal(
      account!.bytes,
      cloud.reduce((sum, { size }) => sum + (size ?? 0), 0),
    );
  }
}
