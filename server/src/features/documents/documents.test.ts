import { type CallInput, collections, documents, duplicates, labels, sharing } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';

const app = await forThisFile(testApp());

type Query = NonNullable<CallInput<typeof documents.list>['query']>;
const names = async (who: TestPerson, query: Query = {}) =>
  (await who.call(documents.list, { query })).data.map(({ name }) => name);

async function someone() {
  const me = await person(app);
  const account = await quietAccount(app, me);
  return { me, account };
}

describe('the list', () => {
  it('filters and sorts', async () => {
    const { me, account } = await someone();
    const other = await quietAccount(app, me, 'sftp');
    const [folder] = await addDocuments(app, me, account, [
      { name: 'Photos', folder: true, modified: '2026-03-01T12:00:00Z' },
    ]);
    await addDocuments(app, me, account, [
      { name: 'beach.JPG', parent: folder!, size: 300, modified: '2026-03-02T00:00:00Z' },
      { name: 'Alps.png', parent: folder!, size: 100, modified: '2026-03-03T23:59:59Z' },
    ]);
    await addDocuments(app, me, other, [{ name: 'notes 100%.txt', size: 200, modified: '2026-03-04T00:00:00Z' }]);
    expect(await names(me)).toEqual(['notes 100%.txt', 'Alps.png', 'beach.JPG', 'Photos']);
    expect(await names(me, { sort: 'name' })).toEqual(['Alps.png', 'beach.JPG', 'notes 100%.txt', 'Photos']);
    expect(await names(me, { sort: '-size' })).toEqual(['beach.JPG', 'notes 100%.txt', 'Alps.png', 'Photos']);
    expect(await names(me, { type: 'jpg' })).toEqual(['beach.JPG']);
    expect(await names(me, { type: 'png' })).toEqual(['Alps.png']);
    expect(await names(me, { type: 'folder' })).toEqual(['Photos']);
    expect(await names(me, { type: 'other' })).toEqual(['notes 100%.txt']);
    expect(await names(me, { source_id: 'sftp' })).toEqual(['notes 100%.txt']);
    expect(await names(me, { account_id: account, sort: 'name' })).toEqual(['Alps.png', 'beach.JPG', 'Photos']);
    expect(await names(me, { account_id: account, parent_id: 'root' })).toEqual(['Photos']);
    expect(await names(me, { parent_id: folder! })).toEqual(['Alps.png', 'beach.JPG']);
    expect(await names(me, { updated_from: '2026-03-02', updated_to: '2026-03-03' })).toEqual([
      'Alps.png',
      'beach.JPG',
    ]);
    expect(await names(me, { updated_from: '0001-01-01', updated_to: '9999-12-31', search: 'ALP' })).toHaveLength(1);
    await expect(names(me, { updated_from: '0000-01-01' })).rejects.toMatchObject({ status: 422 });
    expect(await names(me, { search: 'ALP' })).toEqual(['Alps.png']);
    expect(await names(me, { search: '100%' })).toEqual(['notes 100%.txt']);
    expect(await names(me, { search: '_' })).toEqual([]);
    expect(await names(me, { owner: 'shared' })).toEqual([]);
  });

  it('filters by the type of file', async () => {
    const { me, account } = await someone();
    const all = [
      'a.pdf',
      'b.docx',
      'c.rtf',
      'd.md',
      'e.xlsx',
      'f.csv',
      'g.odp',
      'h.mov',
      'i.mp3',
      'j.zip',
      'k.jpg',
      'l.gif',
    ];
    await addDocuments(
      app,
      me,
      account,
      all.map((name) => ({ name })),
    );
    const of = (type: Query['type']) => names(me, { type, sort: 'name' });
    expect(await of('pdf')).toEqual(['a.pdf']);
    expect(await of('document')).toEqual(['b.docx', 'c.rtf', 'd.md']);
    expect(await of('spreadsheet')).toEqual(['e.xlsx', 'f.csv']);
    expect(await of('presentation')).toEqual(['g.odp']);
    expect(await of('video')).toEqual(['h.mov']);
    expect(await of('audio')).toEqual(['i.mp3']);
    expect(await of('other')).toEqual(all.filter((name) => name !== 'k.jpg'));
    expect(await names(me, { type: 'pdf', account_id: account, owner: 'me' })).toEqual(['a.pdf']);
    await expect(names(me, { type: 'nonsense' as 'pdf' })).rejects.toMatchObject({ status: 422 });
  });

  it('offers the sources of one’s own accounts and of those shared with one', async () => {
    const { me, account } = await someone();
    const guest = await person(app, { role: 'guest', organizationId: me.organizationId });
    const other = await quietAccount(app, me, 'sftp');
    const [shared] = await addDocuments(app, me, account, [{ name: 'shared.txt' }]);
    await addDocuments(app, me, other, [{ name: 'mine.txt' }]);
    const sources = async (who: TestPerson) => (await who.call(documents.sources)).data.map(({ slug }) => slug);
    expect(await sources(me)).toEqual(['sftp', 'webdav']);
    expect(await sources(guest)).toEqual([]);
    await me.call(sharing.share, { body: { inviting_ids: [guest.id], document_ids: [shared!] } });
    expect(await sources(guest)).toEqual(['webdav']);
    expect(await names(guest, { source_id: 'webdav' })).toEqual(['shared.txt']);
    expect(await names(guest, { source_id: 'sftp' })).toEqual([]);
  });

  it('puts folders without a date after dated documents', async () => {
    const { me, account } = await someone();
    await addDocuments(app, me, account, [
      { name: 'folder', folder: true },
      { name: 'old.txt', modified: '2001-01-01T00:00:00Z' },
    ]);
    await app.services.pool.query(
      `update documents set remote_modified_at = null where account_id = $1 and kind = 'folder'`,
      [account],
    );
    const { data } = await me.call(documents.list);
    expect(data.map(({ name, updated_at }) => [name, updated_at])).toEqual([
      ['old.txt', '2001-01-01T00:00:00.000Z'],
      ['folder', null],
    ]);
  });

  it('shows folders first inside a folder', async () => {
    const { me, account } = await someone();
    const [top] = await addDocuments(app, me, account, [{ name: 'top', folder: true }]);
    await addDocuments(app, me, account, [
      { name: 'b.txt', parent: top! },
      { name: 'zoo', folder: true, parent: top! },
      { name: 'a.txt', parent: top! },
      { name: 'art', folder: true, parent: top! },
    ]);
    expect(await names(me, { parent_id: top! })).toEqual(['art', 'zoo', 'a.txt', 'b.txt']);
    expect(await names(me, { parent_id: top!, sort: '-name' })).toEqual(['zoo', 'art', 'b.txt', 'a.txt']);
  });

  /** Created once, because creating these documents takes longer than the tests. */
  let long: ReturnType<typeof someone> | undefined;
  const someoneWithMany = async () => {
    const { me, account } = await someone();
    await app.services.pool.query(
      `insert into documents (id, organization_id, account_id, owner_id, remote_id, name, kind, type, format, size, remote_modified_at, revision, listing)
       select gen_random_uuid(), $1, $2, $3, n::text, 'Name ' || n % 700, 'file', case n % 3 when 0 then 'pdf' else 'image' end, 'other',
         n % 50, timestamptz '2026-01-01' + make_interval(mins => n % 900), '1', 1 from generate_series(1, 10450) n`,
      [me.organizationId, account, me.id],
    );
    return { me, account };
  };

  it.each(['name', '-name', 'updated_at', '-updated_at', 'size', '-size', 'type', '-type'] as const)(
    'has the right documents on every page of a long list: %s',
    async (sort) => {
      long ??= someoneWithMany();
      const { me, account } = await long;
      const page = async (number: number) => {
        const { data, pagination } = await me.call(documents.list, { query: { sort, page: number, per_page: 100 } });
        expect(pagination.total).toBe(10_450);
        return data.map(({ id }) => id);
      };
      const column = { name: 'name_key', updated_at: 'modified_at', size: 'size', type: 'type' }[sort.replace('-', '')];
      const direction = sort.startsWith('-') ? 'desc' : 'asc';
      const { rows } = await app.services.pool.query(
        `select id from documents where account_id = $1 order by ${column} ${direction}, id ${direction}`,
        [account],
      );
      const right = rows.map(({ id }) => id);
      // Pages from both ends, from the middle, and near pages read before.
      for (const number of [1, 2, 105, 104, 60, 61, 59, 60, 80, 12, 106])
        expect(await page(number)).toEqual(right.slice((number - 1) * 100, number * 100));
    },
  );

  it('recounts after every change', async () => {
    const { me, account } = await someone();
    const total = async () => (await me.call(documents.list)).pagination.total;
    expect(await total()).toBe(0);
    const [first] = await addDocuments(app, me, account, [{ name: 'one.txt' }, { name: 'two.txt' }]);
    expect(await total()).toBe(2);
    await app.services.pool.query('update documents set name = $2 where id = $1', [first, 'three.txt']);
    expect(await names(me, { sort: 'name' })).toEqual(['three.txt', 'two.txt']);
    await app.services.pool.query('delete from documents where id = $1', [first]);
    expect(await total()).toBe(1);
    await app.services.pool.query('delete from source_accounts where id = $1', [account]);
    expect(await total()).toBe(0);
  });

  it('follows a move into another folder', async () => {
    const { me, account } = await someone();
    const [a, b] = await addDocuments(app, me, account, [
      { name: 'a', folder: true },
      { name: 'b', folder: true },
    ]);
    const [file] = await addDocuments(app, me, account, [{ name: 'file.txt', parent: a! }]);
    expect(await names(me, { parent_id: a! })).toEqual(['file.txt']);
    await app.services.pool.query('update documents set parent_id = $2 where id = $1', [file, b]);
    expect(await names(me, { parent_id: a! })).toEqual([]);
    expect(await names(me, { parent_id: b! })).toEqual(['file.txt']);
  });
});

describe('labels and collections of documents', () => {
  it('are replaced by the given list', async () => {
    const { me, account } = await someone();
    const colleague = await person(app, { role: 'member', organizationId: me.organizationId });
    const [id] = await addDocuments(app, me, account, [{ name: 'report.pdf' }]);
    const label = async (who: TestPerson, name: string) =>
      (await who.call(labels.create, { body: { name, color: '#e03131' } })).data.id;
    const [red, blue, theirs] = [await label(me, 'Red'), await label(me, 'Blue'), await label(colleague, 'Theirs')];
    const collection = (await me.call(collections.create, { body: { name: 'Best of' } })).data.id;
    await me.call(documents.setLabels, { body: { document_id: id!, labels: [red] } });
    await me.call(documents.setCollections, { body: { document_id: id!, collections: [collection] } });
    const [found] = (await me.call(documents.list)).data;
    expect(found!.labels).toEqual([{ id: red, name: 'Red', color: '#e03131' }]);
    expect(found!.collections).toEqual([{ id: collection, name: 'Best of' }]);
    expect(await names(me, { label_id: red })).toEqual(['report.pdf']);
    await me.call(documents.setLabels, { body: { document_id: id!, labels: [blue] } });
    expect(await names(me, { label_id: red })).toEqual([]);
    expect(await names(me, { label_id: blue })).toEqual(['report.pdf']);
    expect(await names(me, { collection_id: collection })).toEqual(['report.pdf']);
    expect(await names(colleague, { label_id: blue })).toEqual([]);
    await me.call(labels.delete, { params: { id: blue } });
    expect(await names(me, { label_id: blue })).toEqual([]);
    expect((await me.call(documents.list)).data[0]!.labels).toEqual([]);
    await me.call(labels.restore, { params: { id: blue } });
    expect(await names(me, { label_id: blue })).toEqual(['report.pdf']);
    const error = await failure(colleague.call(documents.setLabels, { body: { document_id: id!, labels: [theirs] } }));
    expect(error.status).toBe(404);
  });

  it('are refused if they are someone else’s, deleted or unknown, and nothing changes', async () => {
    const { me, account } = await someone();
    const colleague = await person(app, { role: 'member', organizationId: me.organizationId });
    const [id] = await addDocuments(app, me, account, [{ name: 'report.pdf' }]);
    const label = async (who: TestPerson, name: string) =>
      (await who.call(labels.create, { body: { name, color: '#e03131' } })).data.id;
    const [red, blue, gone] = [await label(me, 'Red'), await label(me, 'Blue'), await label(me, 'Gone')];
    const theirs = await label(colleague, 'Theirs');
    const folder = (await colleague.call(collections.create, { body: { name: 'Theirs' } })).data.id;
    await me.call(labels.delete, { params: { id: gone } });
    const unknown = '00000000-0000-7000-8000-000000000000';
    await me.call(documents.setLabels, { body: { document_id: id!, labels: [red] } });

    const refused = { status: 404, message: 'This label doesn’t exist, or you don’t have access to it.' };
    const oneOfThese = {
      status: 404,
      message: 'One of these labels doesn’t exist, or you don’t have access to it. Reload the page and try again.',
    };
    const many = { document_ids: [id!] };
    for (const strange of [theirs, gone, unknown]) {
      const given = [blue, strange];
      expect(await failure(me.call(documents.setLabels, { body: { document_id: id!, labels: given } }))).toMatchObject(
        oneOfThese,
      );
      expect(await failure(me.call(documents.tag, { body: { ...many, add_labels: given } }))).toMatchObject(oneOfThese);
      const removal = { ...many, add_labels: [blue], remove_labels: [strange] };
      expect(await failure(me.call(documents.tag, { body: removal }))).toMatchObject(refused);
    }
    for (const strange of [folder, unknown]) {
      const missing = { status: 404, message: 'This collection doesn’t exist, or you don’t have access to it.' };
      const body = { document_id: id!, collections: [strange] };
      expect(await failure(me.call(documents.setCollections, { body }))).toMatchObject(missing);
      const change = { ...many, remove_labels: [red], add_collections: [strange] };
      expect(await failure(me.call(documents.tag, { body: change }))).toMatchObject(missing);
    }
    const [found] = (await me.call(documents.list)).data;
    expect(found!.labels.map(({ name }) => name)).toEqual(['Red']);
    expect(found!.collections).toEqual([]);
  });

  it('change for many documents at once, or for none', async () => {
    const { me, account } = await someone();
    const ids = await addDocuments(app, me, account, [{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    const label = (await me.call(labels.create, { body: { name: 'Many', color: '#e03131' } })).data.id;
    const change = { add_labels: [label] };
    await me.call(documents.tag, { body: { document_ids: ids.slice(0, 2), ...change } });
    expect(await names(me, { label_id: label, sort: 'name' })).toEqual(['a', 'b']);
    const strange = '00000000-0000-7000-8000-000000000000';
    const error = await failure(me.call(documents.tag, { body: { document_ids: [ids[2]!, strange], ...change } }));
    expect(error.status).toBe(404);
    await me.call(documents.tag, { body: { document_ids: ids, remove_labels: [label] } });
    expect(await names(me, { label_id: label })).toEqual([]);
  });
});

describe('one document', () => {
  it('has its path, its copies and its activity', async () => {
    const { me, account } = await someone();
    const other = await quietAccount(app, me, 'sftp');
    const [outer] = await addDocuments(app, me, account, [{ name: 'outer', folder: true }]);
    const [inner] = await addDocuments(app, me, account, [{ name: 'inner', folder: true, parent: outer! }]);
    const [file] = await addDocuments(app, me, account, [{ name: 'file.pdf', parent: inner!, content: 'x' }]);
    const [copy] = await addDocuments(app, me, other, [{ name: 'copy.pdf', content: 'x' }]);
    const { data } = await me.call(documents.get, { params: { id: file! } });
    expect(data.path.map(({ name }) => name)).toEqual(['outer', 'inner']);
    expect(data.also_in).toMatchObject([{ id: copy, name: 'copy.pdf', source: { slug: 'sftp', name: 'SFTP' } }]);
    expect(data.access).toMatchObject([{ id: me.id, owner: true, via: null }]);
    await me.call(documents.open, { params: { id: file! } });
    await me.call(documents.open, { params: { id: file! } });
    await app.services.pool.query(`update documents set name = 'renamed.pdf' where id = $1`, [file]);
    const { data: happened } = await me.call(documents.activity, { params: { id: file! } });
    expect(happened.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['renamed', 'file.pdf'],
      ['opened', null],
      ['added', null],
    ]);
    const { data: found } = await me.call(duplicates.list);
    expect(found).toMatchObject([{ copies: 2, size: 1, wasted: 1 }]);
    expect(found[0]!.documents.map(({ name }) => name)).toEqual(['copy.pdf', 'renamed.pdf']);
  });

  it('answers 404 like an unknown one if it belongs to someone else', async () => {
    const { me, account } = await someone();
    const [id] = await addDocuments(app, me, account, [{ name: 'secret.pdf', content: 'x' }]);
    const strange = '00000000-0000-7000-8000-000000000000';
    const colleague = await person(app, { role: 'admin', organizationId: me.organizationId });
    for (const who of [colleague, await person(app)]) {
      for (const call of [documents.get, documents.open, documents.activity]) {
        const there = await failure(who.call(call, { params: { id: id! } }));
        const nowhere = await failure(who.call(call, { params: { id: strange } }));
        expect([there.status, there.message]).toEqual([404, nowhere.message]);
      }
      expect(await names(who, { parent_id: id! })).toEqual([]);
      expect(await names(who, { account_id: account })).toEqual([]);
      expect((await who.call(duplicates.list)).data).toEqual([]);
    }
  });
});

it('reports the size of the copy if the source has none', async () => {
  const { me, account } = await someone();
  const [id] = await addFiles(app, me, account, [{ name: 'Thread', bytes: 'twelve bytes', exportedAs: 'text/html' }]);
  await app.services.pool.query('update documents set size = null where id = $1', [id]);
  expect((await me.call(documents.get, { params: { id: id! } })).data.size).toBe(12);
});
