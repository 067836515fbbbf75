import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { ApiError, contract, type SharePermission } from '@sheaf/contract';
import { sql } from 'kysely';
import { person, type TestPerson } from '../../../testing/people.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { Deed, Sharing } from './write-histories.ts';

const { documents, sharing } = contract;

interface Row {
  id: string;
  parent_id: string | null;
  deleted: boolean;
}

/** What somebody may do with a document, and how far above it the outermost folder is by which they may edit it. */
interface Access {
  sees: boolean;
  reach: number | null;
}

/**
 * An owner and others of the organization, who try to write wherever they like. It knows by itself, from what was shared, what
 * each may do and see.
 */
export class ShareCrew {
  readonly #app: TestApp;
  readonly #people: readonly TestPerson[];
  /** By person and document. */
  readonly #shares = new Map<string, Map<string, SharePermission>>();

  static async of(app: TestApp, owner: TestPerson): Promise<ShareCrew> {
    const { organizationId } = owner;
    const others = [
      await person(app, { organizationId, role: 'member' }),
      await person(app, { organizationId, role: 'guest' }),
    ];
    return new ShareCrew(app, [owner, ...others]);
  }

  private constructor(app: TestApp, people: readonly TestPerson[]) {
    this.#app = app;
    this.#people = people;
    for (const { id } of people) this.#shares.set(id, new Map());
  }

  get #owner(): TestPerson {
    return this.#people[0]!;
  }

  who(by: number): TestPerson {
    return this.#people[by % this.#people.length]!;
  }

  /** Gives, changes or takes back. */
  async share({ pick, by, permission }: Sharing): Promise<void> {
    const who = this.#people[1 + (by % (this.#people.length - 1))]!;
    const { id } = who;
    const shares = this.#shares.get(id)!;
    const rows = await this.#rows();
    const shown = rows.filter((row) => !row.deleted && (permission || shares.has(row.id)));
    const document = shown[pick % Math.max(1, shown.length)]?.id;
    if (!document) return;
    if (permission) {
      const body = { inviting_ids: [id], document_ids: [document], permission };
      const known = new Map(rows.map((row) => [row.id, row]));
      const roots = this.#roots(who, document, known);
      const changes = permission === 'view' && shares.get(document) === 'edit';
      // A folder above lets them edit it, too, and that has to end first.
      if (changes && roots.some(({ distance }) => distance > 0)) {
        await rejects(this.#owner.call(sharing.share, { body }), { status: 409 });
        return;
      }
      await this.#owner.call(sharing.share, { body });
      shares.set(document, permission);
    } else if (await this.#unshare(id, document)) shares.delete(document);
  }

  /** False: a folder above brings it too, and that has to end first. */
  async #unshare(userId: string, documentId: string): Promise<boolean> {
    try {
      await this.#owner.call(sharing.unshare, { params: { userId, documentId }, query: {} });
      return true;
    } catch (error) {
      ok(error instanceof ApiError && error.status === 409, error as Error);
      return false;
    }
  }

  /**
   * Does what somebody asks for: exactly those who may are not told that they may not, and of what is refused nothing is on record.
   */
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
    // What both are in.
    const roots = this.#roots(who, id!, rows).filter(({ distance }) => distance > 0);
    const common = this.#roots(who, folder, rows).some(({ root }) => roots.some((one) => one.root === root));
    return common ? 'may' : 'may not';
  }

  #access(who: TestPerson, document: string, rows: Map<string, Row>): Access {
    const reach = Math.max(-1, ...this.#roots(who, document, rows).map(({ distance }) => distance));
    const sees = this.#above(document, rows).some((id) => this.#shares.get(who.id)!.has(id));
    return { sees, reach: reach < 0 ? null : reach };
  }

  /** The documents at and above this one that are shared to edit. */
  #roots(who: TestPerson, document: string, rows: Map<string, Row>): { root: string; distance: number }[] {
    const shares = this.#shares.get(who.id)!;
    return this.#above(document, rows).flatMap((root, distance) =>
      shares.get(root) === 'edit' ? { root, distance } : [],
    );
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

  /** Everyone sees exactly what the shares say, and may edit exactly that. */
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
