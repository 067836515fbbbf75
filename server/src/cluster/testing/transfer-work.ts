import { deepEqual, equal } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { contract } from '@sheaf/contract';
import type { Random } from '@sheaf/sandbox';
import type { TestCloud } from '../../features/transfers/testing/clouds.ts';
import { expectCountersAgree } from '../../features/transfers/testing/counters.ts';
import type { TestPerson } from '../../testing/people.ts';
import { eventually } from './retrying-client.ts';
import type { ShareModel } from './share-model.ts';
import type { Cluster } from './start-cluster.ts';
import { syncToEnd } from './sync-work.ts';
import type { Work } from './work.ts';

const { transfers } = contract;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Sent {
  transferId: string;
  folder: string;
  files: { path: string; sha256: string }[];
}

/** Transfers folders of files from one cloud to another, one after another. */
export class TransferWork implements Work {
  readonly #cluster: Cluster;
  readonly #owner: TestPerson;
  readonly #ends: { from: TestCloud; to: TestCloud };
  readonly #accounts: { from_account_id: string; to_account_id: string };
  readonly #mode: 'copy' | 'move';
  readonly #shares: ShareModel;
  readonly #sent: Sent[] = [];

  private constructor(
    cluster: Cluster,
    owner: TestPerson,
    ends: { from: TestCloud; to: TestCloud },
    accounts: { from_account_id: string; to_account_id: string },
    mode: 'copy' | 'move',
    shares: ShareModel,
  ) {
    this.#cluster = cluster;
    this.#owner = owner;
    this.#ends = ends;
    this.#accounts = accounts;
    this.#mode = mode;
    this.#shares = shares;
  }

  static async create(
    cluster: Cluster,
    owner: TestPerson,
    ends: { from: TestCloud; to: TestCloud },
    mode: 'copy' | 'move',
    shares: ShareModel,
  ): Promise<TransferWork> {
    await ends.from.clear();
    await ends.to.clear();
    const from_account_id = await ends.from.connect(owner);
    const accounts = { from_account_id, to_account_id: await ends.to.connect(owner) };
    return new TransferWork(cluster, owner, ends, accounts, mode, shares);
  }

  async step(random: Random): Promise<void> {
    const folder = `${this.#mode} ${this.#sent.length + 1}`;
    const files = await this.#fill(folder, random);
    await syncToEnd(this.#owner, this.#accounts.from_account_id);
    const ids = await this.#documentIds(folder);
    // Moved documents keep their labels and shares.
    for (const id of ids.slice(0, 3)) {
      this.#shares.staying.add(id);
      await this.#shares.change(id, this.#owner, random);
    }
    const body = { ...this.#accounts, mode: this.#mode, document_ids: [ids[0]!] };
    const transferId = await this.#begin(body);
    this.#sent.push({ transferId, folder, files });
    const { status, problem } = await eventually(`end of ${folder}`, async () => {
      const { data } = await this.#owner.call(transfers.get, { params: { id: transferId } });
      return data.status === 'pending' || data.status === 'running' ? undefined : data;
    });
    deepEqual({ status, problem }, { status: 'completed', problem: null });
  }

  describe = () => `${this.#sent.length} transfers (${this.#mode})`;

  async #fill(folder: string, random: Random): Promise<Sent['files']> {
    await this.#ends.from.mkdir([folder]);
    await this.#ends.from.mkdir([folder, 'inside']);
    const files: Sent['files'] = [];
    for (let count = random.between(4, 10); count > 0; count--) {
      const path = [folder, ...(count % 3 === 0 ? ['inside'] : []), `file ${count}.bin`];
      const bytes = Buffer.alloc(random.between(1, count === 2 ? 6_000_000 : 200_000), random.bytes(509));
      await this.#ends.from.write(path, bytes);
      files.push({ path: path.join('/'), sha256: sha256(bytes) });
    }
    return files;
  }

  /** The folder first, then its contents. */
  #documentIds(folder: string): Promise<string[]> {
    return this.#ids(
      `with recursive below as (
         select id, kind, 0 as depth, name from documents where account_id = $1 and name = $2 and parent_id is null
         union all select d.id, d.kind, depth + 1, d.name from documents d join below b on d.parent_id = b.id)
       select id from below order by depth, name`,
      [this.#accounts.from_account_id, folder],
    );
  }

  /** Retries until the database answers. */
  #ids(query: string, values: string[]): Promise<string[]> {
    return eventually('database', () =>
      this.#cluster.services.pool.query<{ id: string }>(query, values).then(
        ({ rows }) => rows.map(({ id }) => id),
        () => undefined,
      ),
    );
  }

  /** If there is no answer, first checks whether the transfer has started. */
  async #begin(body: {
    document_ids: string[];
    from_account_id: string;
    to_account_id: string;
    mode: 'copy' | 'move';
  }) {
    const begun = async () =>
      (await this.#ids('select id from transfers where $1 = any(document_ids)', body.document_ids))[0];
    return eventually('transfer', async () => (await begun()) ?? (await this.#beginOnce(body)));
  }

  async #beginOnce(body: { document_ids: string[]; from_account_id: string; to_account_id: string }) {
    const answer = await fetch(`${this.#cluster.url}/api/sources/transfers`, {
      method: 'POST',
      headers: { ...this.#owner.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (!answer || answer.status >= 502) return undefined;
    const text = await answer.text().catch(() => '');
    equal(answer.status, 201, text);
    return text ? (JSON.parse(text) as { data: { id: string } }).data.id : undefined;
  }

  /**
   * Checks that every file is at the destination once, that moved ones are no longer at the source, and that nothing
   * else is there.
   */
  async check(): Promise<void> {
    const { from, to } = this.#ends;
    const held = async (cloud: TestCloud) =>
      (await cloud.list([]))
        .filter(({ kind }) => kind !== 'folder')
        .map(({ path, sha256: hash }) => ({ path: path.join('/'), sha256: hash }))
        .sort((a, b) => (a.path < b.path ? -1 : 1));
    const sent = this.#sent.flatMap(({ files }) => files).sort((a, b) => (a.path < b.path ? -1 : 1));
    deepEqual(await held(to), sent);
    deepEqual(await held(from), this.#mode === 'move' ? [] : sent);
    for (const { transferId } of this.#sent) await expectCountersAgree(this.#cluster, transferId);
    await this.#checkVolume();
    for (const id of Object.values(this.#accounts)) {
      await syncToEnd(this.#owner, id);
      const { rows } = await this.#cluster.services.pool.query(
        `select encode(sha256, 'hex') as sha256 from documents where account_id = $1 and kind = 'file' order by 1`,
        [id],
      );
      const cloud = await held(id === this.#accounts.to_account_id ? to : from);
      deepEqual(
        rows.map((row) => row.sha256),
        cloud.map((file) => file.sha256).sort(),
      );
    }
  }

  /** Checks that every transferred byte counts against the plan once. */
  async #checkVolume(): Promise<void> {
    const { rows } = await this.#cluster.services.pool.query(
      `select (select coalesce(sum(bytes), 0) from transfer_usage where organization_id = $1) as counted,
         (select coalesce(sum(size), 0) from transfer_items i join transfers t on t.id = i.transfer_id
          where t.organization_id = $1 and i.outcome = 'transferred') as transferred`,
      [this.#owner.organizationId],
    );
    equal(rows[0].counted, rows[0].transferred);
  }
}
