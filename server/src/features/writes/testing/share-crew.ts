import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { contract, type SharePermission } from '@sheaf/contract';
import { sql } from 'kysely';
import { person, type TestPerson } from '../../../testing/people.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { Deed, Membership, Sharing } from './write-histories.ts';

const { documents, groups, sharing } = contract;

interface Row {
  id: string;
  parent_id: string | null;
  deleted: boolean;
}

/** What a person may do with a document, and how far above it the outermost folder is that they may edit. */
interface Access {
  sees: boolean;
  reach: number | null;
}

interface Group {
  id: string;
  members: Set<string>;
}

/**
 * An owner and other members of the organization, who try to write wherever they like. Derives from the shares with
 * people and groups what each may do and see.
 */
export class ShareCrew {
  readonly #app: TestApp;
  readonly #people: readonly TestPerson[];
  /** Everyone, and a group that people join and leave. */
  readonly #groups: readonly [everyone: Group, changing: Group];
  /** By person or group, and document. */
  readonly #shares = new Map<string, Map<string, SharePermission>>();

  static async of(app: TestApp, owner: TestPerson): Promise<ShareCrew> {
    const { organizationId } = owner;
    const member = await person(app, { organizationId, role: 'member' });
    const guest = await person(app, { organizationId, role: 'guest' });
    const all = (await owner.call(groups.list, { query: {} })).data.find(({ everyone }) => everyone)!;
    const { data } = await owner.call(groups.create, { body: { name: 'Crew' } });
    const everyone = { id: all.id, members: new Set([owner.id, member.id]) };
    return new ShareCrew(app, [owner, member, guest], [everyone, { id: data.id, members: new Set() }]);
  }

  private constructor(app: TestApp, people: readonly TestPerson[], both: readonly [Group, Group]) {
    this.#app = app;
    this.#people = people;
    this.#groups = both;
    for (const { id } of [...people, ...both]) this.#shares.set(id, new Map());
  }

  get #owner(): TestPerson {
    return this.#people[0]!;
  }

  who(by: number): TestPerson {
    return this.#people[by % this.#people.length]!;
  }

  async changeGroup({ by, joins }: Membership): Promise<void> {
    const { id } = this.#people[1 + (by % (this.#people.length - 1))]!;
    const [, { id: groupId, members }] = this.#groups;
    const params = { id: groupId };
    if (joins) {
      await this.#owner.call(groups.addMembers, { params, body: { user_ids: [id] } });
      members.add(id);
    } else if (members.delete(id)) await this.#owner.call(groups.removeMember, { params: { ...params, userId: id } });
  }

  /** Adds, changes or removes a share. */
  async share({ pick, by, permission }: Sharing): Promise<void> {
    const principals = [...this.#people.slice(1), ...this.#groups];
    const { id } = principals[by % principals.length]!;
    const shares = this.#shares.get(id)!;
    const rows = await this.#rows();
    const shown = rows.filter((row) => !row.deleted && (permission || shares.has(row.id)));
    const document = shown[pick % Math.max(1, shown.length)]?.id;
    if (!document) return;
    const known = new Map(rows.map((row) => [row.id, row]));
    const [, ...above] = this.#above(document, known);
    if (!permission) {
      const asked = this.#owner.call(sharing.unshare, { params: { userId: id, documentId: document }, query: {} });
      // A folder above is shared too, and that share must end first.
      if (above.some((folder) => shares.has(folder))) await rejects(asked, { status: 409 });
      else {
        await asked;
        shares.delete(document);
      }
      return;
    }
    const asked = this.#owner.call(sharing.share, {
      body: { inviting_ids: [id], document_ids: [document], permission },
    });
    const isLess = permission === 'view' && shares.get(document) === 'edit';
    const others = this.#roots(id, document, known).filter(({ root, by }) => root !== document || by !== id);
    // A folder above or a group lets them edit it too, and that must end first.
    if (isLess && others.length > 0) await rejects(asked, { status: 409 });
    else {
      await asked;
      shares.set(document, permission);
    }
  }

  /** Makes a person's request: it must succeed exactly if they may, and a refused one must leave no record. */
  async attempt(
    who: TestPerson,
    deed: Deed,
    on: { id: string | null; folder: string | null },
    act: () => Promise<number>,
  ) {
    if (on.id === null && deed.what !== 'upload' && deed.what !== 'folder') return;
    const rows = new Map((await this.#rows()).map((row) => [row.id, row]));
    const expected = who === this.#owner ? 'may' : this.#verdict(who, deed, on, rows);
    const before = await this.#written();
    const status = await act();
    ok([200, 201, 404, 409, 403].includes(status), `${deed.what} was answered ${status}`);
    const told = JSON.stringify({ deed, status, expected, on });
    if (expected === 'may') ok(status !== 403 && (status !== 404 || deed.what === 'undo'), told);
    else ok(status >= 400, told);
    if (status >= 400) deepEqual(await this.#written(), before, told);
  }

  #verdict(
    who: TestPerson,
    { what }: Deed,
    { id, folder }: { id: string | null; folder: string | null },
    rows: Map<string, Row>,
  ) {
    const reach = (document: string | null) => (document ? this.#access(who, document, rows).reach : null);
    if (what === 'upload' || what === 'folder') return reach(folder) === null ? 'may not' : 'may';
    const own = reach(id);
    const staysThere = what === 'move' && id !== null && rows.get(id)?.parent_id === folder;
    if (what === 'rename' || staysThere) return own === null ? 'may not' : 'may';
    if (what === 'trash' || what === 'undo') return own === null || own === 0 ? 'may not' : 'may';
    if (own === null || own === 0 || folder === null) return 'may not';
    // The folders that contain both.
    const roots = this.#roots(who.id, id!, rows).filter(({ distance }) => distance > 0);
    const common = this.#roots(who.id, folder, rows).some(({ root }) => roots.some((one) => one.root === root));
    return common ? 'may' : 'may not';
  }

  #access(who: TestPerson, document: string, rows: Map<string, Row>): Access {
    const reach = Math.max(-1, ...this.#roots(who.id, document, rows).map(({ distance }) => distance));
    const above = this.#above(document, rows);
    const sees = this.#principals(who.id).some((by) => above.some((id) => this.#shares.get(by)!.has(id)));
    return { sees, reach: reach < 0 ? null : reach };
  }

  /** The documents at and above this one that are shared for editing with this person or a group of theirs. */
  #roots(who: string, document: string, rows: Map<string, Row>): { root: string; by: string; distance: number }[] {
    return this.#principals(who).flatMap((by) =>
      this.#above(document, rows).flatMap((root, distance) =>
        this.#shares.get(by)!.get(root) === 'edit' ? { root, by, distance } : [],
      ),
    );
  }

  /** A person with their groups; a group alone. */
  #principals(id: string): string[] {
    return [id, ...this.#groups.filter(({ members }) => members.has(id)).map((group) => group.id)];
  }

  #above(document: string, rows: Map<string, Row>): string[] {
    const parent = rows.get(document)?.parent_id;
    return [document, ...(parent ? this.#above(parent, rows) : [])];
  }

  async #rows(): Promise<Row[]> {
    const { rows } = await sql<Row>`select id, parent_id, deleted_at is not null as deleted from documents
      where owner_id = ${this.#owner.id} and remote_id <> 'shared-drives' order by id`.execute(this.#app.services.db);
    return rows;
  }

  async #written(): Promise<unknown> {
    const { rows } = await sql`select count(*)::int as count, max(number) as last from account_writes w
      join source_accounts c on c.id = w.account_id where c.user_id = ${this.#owner.id}`.execute(this.#app.services.db);
    return rows;
  }

  /** Checks that everyone sees exactly what the shares define, and may edit exactly that. */
  async check(): Promise<void> {
    const rows = await this.#rows();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const who of this.#people.slice(1)) {
      const expected = rows
        .filter(({ deleted }) => !deleted)
        .map(({ id }) => ({ id, ...this.#access(who, id, byId) }))
        .filter(({ sees }) => sees)
        .map(({ id, reach }) => ({ id, permission: reach === null ? 'view' : 'edit' }));
      const { data, pagination } = await who.call(documents.list, { query: { per_page: 100 } });
      equal(pagination.total, expected.length);
      const seen = data.map(({ id, permission }) => ({ id, permission }));
      const sorted = <T extends { id: string }>(items: T[]) => items.sort((a, b) => (a.id < b.id ? -1 : 1));
      if (expected.length <= 100) deepEqual(sorted(seen), sorted(expected));
    }
  }
}
