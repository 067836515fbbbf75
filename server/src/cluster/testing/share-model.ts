import { deepEqual } from 'node:assert/strict';
import { ApiError, contract, type Label } from '@sheaf/contract';
import type { Random } from '@sheaf/sandbox';
import type { TestPerson } from '../../testing/people.ts';
import type { Cluster } from './start-cluster.ts';
import type { SyncWork } from './sync-work.ts';
import type { Work } from './work.ts';

const { labels, groups, sharing, documents } = contract;

interface Expected {
  labels: Set<string>;
  sharedWith: Set<string>;
}

/** Labels and shares that change all the time, and their expected state. */
export class ShareModel implements Work {
  readonly #cluster: Cluster;
  readonly #people: readonly TestPerson[];
  readonly #groupIds: readonly string[];
  /** The client of the owner who changes them. */
  readonly #labels: ReadonlyMap<string, readonly Label[]>;
  readonly #expected = new Map<string, Expected>();
  readonly #groupMembers = new Map<string, string[]>();
  /** Documents that nobody deletes, wherever they move. */
  readonly staying = new Set<string>();
  /** The owner of these documents. */
  accounts: readonly SyncWork[] = [];

  private constructor(
    cluster: Cluster,
    people: readonly TestPerson[],
    groupIds: readonly string[],
    given: ReadonlyMap<string, readonly Label[]>,
  ) {
    this.#cluster = cluster;
    this.#people = people;
    this.#groupIds = groupIds;
    this.#labels = given;
  }

  static async create(cluster: Cluster, people: readonly TestPerson[]): Promise<ShareModel> {
    const [owner] = people;
    const groupIds: string[] = [];
    for (const name of ['Design', 'Finance'])
      groupIds.push((await owner!.call(groups.create, { body: { name } })).data.id);
    const own = new Map<string, Label[]>();
    for (const each of people) {
      const made: Label[] = [];
      for (const name of ['Urgent', 'Later'])
        made.push((await each.call(labels.create, { body: { name, color: '#e03131' } })).data);
      own.set(each.id, made);
    }
    return new ShareModel(cluster, people, groupIds, own);
  }

  async step(random: Random): Promise<void> {
    if (random.between(0, 5) === 0) return this.#changeGroup(random);
    const account = random.pick(this.accounts);
    const ids = [...account.kept.values()];
    if (ids.length > 0) await this.change(random.pick(ids), account.owner, random);
  }

  describe = () => `labels and shares of ${this.#expected.size} documents`;

  /** Makes some change to one document's labels or shares. Deleted documents are not expected any more. */
  async change(id: string, owner: TestPerson, random: Random): Promise<void> {
    const now = this.#expected.get(id) ?? { labels: new Set(), sharedWith: new Set() };
    this.#expected.set(id, now);
    const others = this.#people.filter((one) => one !== owner).map((one) => one.id);
    const whom = random.pick([...others, ...this.#groupIds]);
    const what = random.pick(['label', 'share', 'share', 'unshare'] as const);
    const chosen = this.#labels.get(owner.id)!.filter(() => random.between(0, 1) === 0);
    try {
      if (what === 'label') {
        await owner.call(documents.setLabels, { body: { document_id: id, labels: chosen.map((one) => one.id) } });
        now.labels = new Set(chosen.map((one) => one.id));
      } else if (what === 'share') {
        await owner.call(sharing.share, { body: { inviting_ids: [whom], document_ids: [id] } });
        now.sharedWith.add(whom);
      } else if (now.sharedWith.has(whom)) {
        if (await unshare(owner, whom, id)) now.sharedWith.delete(whom);
        // Refused because a folder above is shared too; after this the document is certainly shared.
        else await owner.call(sharing.share, { body: { inviting_ids: [whom], document_ids: [id] } });
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      this.#expected.delete(id);
    }
  }

  async #changeGroup(random: Random): Promise<void> {
    const id = random.pick(this.#groupIds);
    const user_ids = this.#people.filter(() => random.between(0, 1) === 0).map((one) => one.id);
    await this.#people[0]!.call(groups.setMembers, { params: { id }, body: { user_ids } });
    this.#groupMembers.set(id, user_ids);
  }

  /**
   * Checks that every remaining document has exactly these labels and shares, and that everybody sees exactly what they
   * may.
   */
  async check(): Promise<void> {
    const { pool } = this.#cluster.services;
    const { rows } = await pool.query<{ id: string; labels: string[]; shared_with: string[] }>(
      `select d.id, array(select label_id from label_documents l where l.document_id = d.id order by 1) as labels,
         array(select principal_id from document_shares s where s.document_id = d.id order by 1) as shared_with
       from documents d where id = any($1)`,
      [[...this.#expected.keys()]],
    );
    for (const row of rows) {
      const expected = this.#expected.get(row.id)!;
      deepEqual(
        { id: row.id, labels: row.labels, shared: row.shared_with },
        { id: row.id, labels: [...expected.labels].sort(), shared: [...expected.sharedWith].sort() },
      );
    }
    const there = new Set(rows.map(({ id }) => id));
    const mustBe = [...this.#expected.keys()].filter((id) => this.#isKept(id));
    deepEqual(
      mustBe.filter((id) => !there.has(id)),
      [],
    );
    for (const [id, members] of this.#groupMembers) {
      const found = await pool.query('select user_id from group_members where group_id = $1 order by 1', [id]);
      deepEqual(
        found.rows.map((row) => row.user_id),
        members.sort(),
      );
    }
    for (const each of this.#people) deepEqual(await this.#listed(each), await this.#visibleTo(each));
  }

  /** For accounts whose files others delete, only what was never deleted; for moved files, every one. */
  #isKept(id: string): boolean {
    return this.staying.has(id) || this.accounts.some(({ kept }) => [...kept.values()].includes(id));
  }

  /** Everything that the API lists, page by page. */
  async #listed(who: TestPerson): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; ; page++) {
      const { data, pagination } = await who.call(documents.list, { query: { page, per_page: 100 } });
      ids.push(...data.map(({ id }) => id));
      if (ids.length >= pagination.total || data.length === 0) return ids.sort();
    }
  }

  /** What they own, and what is shared with them or a group of theirs, directly or by a folder above. */
  async #visibleTo({ id }: TestPerson): Promise<string[]> {
    const { rows } = await this.#cluster.services.pool.query<{ id: string }>(
      `with recursive mine as (select $1::uuid as id union select group_id from group_members where user_id = $1),
       seen as (
         select d.id from documents d where owner_id = $1
           or exists (select 1 from document_shares s join mine m on m.id = s.principal_id where s.document_id = d.id)
         union select d.id from documents d join seen s on d.parent_id = s.id)
       select s.id from seen s join documents d using (id) where d.gone_at is null and d.deleted_at is null`,
      [id],
    );
    return rows.map((row) => row.id).sort();
  }
}

/** Returns false if it is refused because a folder above is shared too. */
async function unshare(owner: TestPerson, userId: string, documentId: string): Promise<boolean> {
  try {
    await owner.call(sharing.unshare, { params: { userId, documentId }, query: {} });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    return false;
  }
}
