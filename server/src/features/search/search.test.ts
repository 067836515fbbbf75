import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { wantTexts } from '../passages/index.ts';

const { search, sharing, documents, members, labels, collections } = contract;

const app = await forThisFile(testApp());

type Given = Parameters<typeof addFiles>[3];

async function someone() {
  const me = await person(app);
  return { me, account: await quietAccount(app, me) };
}

/** Adds files and waits until their text has been read. */
async function addRead(who: TestPerson, account: string, files: Given): Promise<string[]> {
  const ids = await addFiles(app, who, account, files);
  await wantTexts(app.services.db, ids);
  await app.work({ readTexts: true });
  return ids;
}

const find = async (who: TestPerson, q: string, query: object = {}) =>
  (await who.call(search.find, { query: { q, ...query } })).data;
const names = async (who: TestPerson, q: string, query: object = {}) =>
  (await find(who, q, query)).map(({ document }) => document.name);

describe('contents', () => {
  it('are found by words, with passage, highlight and place', async () => {
    const { me, account } = await someone();
    await addRead(me, account, [
      { name: 'a.txt', bytes: 'The harbour authority signed both contracts yesterday, said the mayor.' },
      { name: 'b.txt', bytes: 'Nothing of interest here.' },
    ]);
    const [result, ...others] = await find(me, 'contract harbour');
    expect(others).toEqual([]);
    expect(result).toMatchObject({ document: { name: 'a.txt' }, matched: 'content', name_highlights: [] });
    const [passage] = result!.passages;
    expect(passage!.highlights.map(([start, end]) => passage!.text.slice(start, end))).toEqual([
      'harbour',
      'contracts',
    ]);
    expect(passage!.place).toEqual({ kind: 'text', value: '1', row: null });
    expect(await names(me, 'HARBOUR')).toEqual(['a.txt']);
    expect((await find(me, 'harbour interest')).filter(({ matched }) => matched !== 'meaning')).toEqual([]);
  });

  it('are found by phrases and without excluded words', async () => {
    const { me, account } = await someone();
    await addRead(me, account, [
      { name: '1.txt', bytes: 'The annual report of the board.', modified: '2026-01-01T00:00:00Z' },
      { name: '2.txt', bytes: 'They report annual figures.', modified: '2026-01-02T00:00:00Z' },
      { name: 'draft 3.txt', bytes: 'An annual report, still to be agreed.', modified: '2026-01-03T00:00:00Z' },
    ]);
    expect(await names(me, '"annual report"')).toHaveLength(2);
    expect(await names(me, '"annual report" -board')).toEqual(['draft 3.txt']);
    expect(await names(me, 'annual -draft "report annual"')).toEqual(['2.txt']);
    expect(await names(me, '-annual')).toEqual([]);
    // In a question, a minus excludes nothing.
    expect((await names(me, 'Which annual report is of the -board?'))[0]).toBe('1.txt');
  });

  it('are found by numbers, addresses and words with signs, whole or in part', async () => {
    const { me, account } = await someone();
    await addRead(me, account, [
      { name: 'i.txt', bytes: 'Invoice INV-2024-001 to ada@northwind.example for 2,500.00, see /shared/plans_v2.' },
    ]);
    for (const q of [
      'inv-2024-001',
      '2024',
      'northwind',
      'ada@northwind.example',
      '2,500.00',
      'plans',
      '"plans v2"',
      'plans_v2',
    ])
      expect([q, await names(me, q)]).toEqual([q, ['i.txt']]);
    expect(await names(me, '"001 2024"')).toEqual([]);
  });

  it('are found in each language by its word forms, with or without accents', async () => {
    const { me, account } = await someone();
    await addRead(me, account, [
      {
        name: 'de.txt',
        bytes: 'Die Verträge mit der Hafenbehörde wurden gestern nach langen Verhandlungen unterschrieben.',
      },
      {
        name: 'fr.txt',
        bytes: 'Les réunions de la société ont été organisées à la mairie pendant toute la semaine dernière.',
      },
      { name: 'ja.txt', bytes: '昨日、東京の会議で新しい契約書に署名しました。' },
      { name: 'zh.txt', bytes: '我们昨天在北京签署了新的合同。' },
      { name: 'th.txt', bytes: 'เราได้ลงนามในสัญญาฉบับใหม่เมื่อวานนี้ที่กรุงเทพ' },
      { name: 'ru.txt', bytes: 'Вчера руководители компании подписали новые договоры в здании администрации порта.' },
    ]);
    expect(await names(me, 'Vertrag')).toEqual(['de.txt']);
    expect(await names(me, 'hafenbehorde')).toEqual(['de.txt']);
    expect(await names(me, 'réunion')).toEqual(['fr.txt']);
    expect(await names(me, 'societe')).toEqual(['fr.txt']);
    expect(await names(me, '契約')).toEqual(['ja.txt']);
    expect(await names(me, '会議で')).toEqual(['ja.txt']);
    expect(await names(me, '合同')).toEqual(['zh.txt']);
    expect(await names(me, 'สัญญา')).toEqual(['th.txt']);
    expect(await names(me, 'договор')).toEqual(['ru.txt']);
    const [thai] = await find(me, 'สัญญา');
    const { text, highlights } = thai!.passages[0]!;
    expect(highlights.map(([start, end]) => text.slice(start, end))).toEqual(['สัญญา']);
  });

  it('show the page, better matches first', async () => {
    const { me, account } = await someone();
    const filler = Array.from({ length: 180 }, (_, n) => `filler${n}`).join(' ');
    await addRead(me, account, [
      { name: 'far.txt', bytes: `lighthouse ${filler} keeper`, modified: '2026-02-01T00:00:00Z' },
      { name: 'near.txt', bytes: `The lighthouse keeper ${filler}`, modified: '2026-01-01T00:00:00Z' },
    ]);
    const { data, pagination } = await me.call(search.find, { query: { q: 'lighthouse keeper' } });
    expect(data.map(({ document }) => document.name)).toEqual(['near.txt', 'far.txt']);
    expect(pagination).toEqual({
      currentPage: 1,
      perPage: 20,
      total: 2,
      more: false,
      order: 'relevance',
      partial: false,
    });
    expect(data[0]!.passages[0]!.text.length).toBeLessThan(300);
  });

  it('are also found if the words are pages apart, or one is in the name', async () => {
    const { me, account } = await someone();
    const pages = Array.from({ length: 600 }, (_, n) => `Sentence ${n} says nothing.`).join(' ');
    await addRead(me, account, [
      { name: 'long.txt', bytes: `Windmill at the start. ${pages} Waterfall at the end.` },
      { name: 'Northwind.txt', bytes: 'An invoice without the name of whom it is for.' },
    ]);
    expect(await names(me, 'windmill waterfall')).toEqual(['long.txt']);
    expect(await names(me, 'northwind invoice')).toEqual(['Northwind.txt']);
    expect(await names(me, 'northwind waterfall')).toEqual([]);
  });
});

describe('names', () => {
  it('come before contents, also for folders and with other accents', async () => {
    const { me, account } = await someone();
    await addDocuments(app, me, account, [
      { name: 'Résumés', folder: true, modified: '2026-02-01T00:00:00Z' },
      { name: 'resume 2026.pdf', modified: '2026-01-01T00:00:00Z' },
    ]);
    await addRead(me, account, [
      { name: 'letter.txt', bytes: 'My resume is attached.', modified: '2026-05-01T00:00:00Z' },
    ]);
    const results = await find(me, 'resume');
    expect(results.map(({ document, matched }) => [document.name, matched])).toEqual([
      ['Résumés', 'name'],
      ['resume 2026.pdf', 'name'],
      ['letter.txt', 'content'],
    ]);
    expect(results.find(({ document }) => document.name === 'resume 2026.pdf')!.name_highlights).toEqual([[0, 6]]);

    const newest = await me.call(search.find, { query: { q: 'resume', sort: 'date' } });
    expect(newest.data.map(({ document, matched }) => [document.name, matched])).toEqual([
      ['letter.txt', 'content'],
      ['Résumés', 'name'],
      ['resume 2026.pdf', 'name'],
    ]);
    expect(newest.pagination.order).toBe('newest');
  });

  it('are found despite a typo if nothing else matches', async () => {
    const { me, account } = await someone();
    await addDocuments(app, me, account, [{ name: 'Quarterly report.pdf' }, { name: 'Holiday.jpg' }]);
    expect(await names(me, 'quaterly')).toEqual(['Quarterly report.pdf']);
    expect(await names(me, 'reprot')).toEqual(['Quarterly report.pdf']);
    expect(await names(me, 'reprot', { sort: 'date' })).toEqual(['Quarterly report.pdf']);
    expect(await names(me, 'zzzzzz')).toEqual([]);
  });
});

describe('operators', () => {
  it('narrow a search down, alone and together', async () => {
    const { me, account } = await someone();
    const other = await quietAccount(app, me, 'dropbox');
    await app.services.pool.query(
      `update source_accounts set name = 'studio@example.com', display_name = 'Studio' where id = $1`,
      [other],
    );
    const [folder] = await addDocuments(app, me, account, [{ name: 'Contracts', folder: true }]);
    const [inner] = await addDocuments(app, me, account, [{ name: 'Old', folder: true, parent: folder! }]);
    const [a] = await addRead(me, account, [
      { name: 'a.txt', bytes: 'A wind turbine.', parent: inner!, modified: '2025-06-01T00:00:00Z' },
      { name: 'b.md', bytes: 'Another wind turbine.', modified: '2026-03-01T12:00:00Z' },
    ]);
    await addRead(me, other, [{ name: 'c.csv', bytes: 'wind,turbine\n1,2', modified: '2026-03-02T00:00:00Z' }]);
    const label = (await me.call(labels.create, { body: { name: 'Très urgent', color: '#1971c2' } })).data;
    const collection = (await me.call(collections.create, { body: { name: 'Energy' } })).data;
    await me.call(documents.setLabels, { body: { document_id: a!, labels: [label.id] } });
    await me.call(documents.setCollections, { body: { document_id: a!, collections: [collection.id] } });
    const all = ['a.txt', 'b.md', 'c.csv'];
    const cases: [string, string[]][] = [
      ['turbine', all],
      ['turbine type:csv', ['c.csv']],
      ['turbine -type:csv', ['a.txt', 'b.md']],
      ['turbine source:Dropbox', ['c.csv']],
      ['turbine account:studio', ['c.csv']],
      ['turbine account:studio@example.com', ['c.csv']],
      ['turbine label:"tres urgent"', ['a.txt']],
      ['turbine -label:"tres urgent"', ['b.md', 'c.csv']],
      ['turbine label:unknown', []],
      ['turbine collection:energy', ['a.txt']],
      ['turbine in:contracts', ['a.txt']],
      ['turbine -in:contracts', ['b.md', 'c.csv']],
      ['turbine owner:me', all],
      ['turbine owner:shared', []],
      ['turbine before:2026-03-02', ['a.txt', 'b.md']],
      ['turbine after:2026-03-01 before:2026-03-02', ['b.md']],
      ['turbine after:2026', ['b.md', 'c.csv']],
      ['type:text after:2026', ['b.md']],
    ];
    for (const [q, expected] of cases) expect([q, (await names(me, q)).sort()]).toEqual([q, expected]);
    expect(await names(me, 'turbine', { label_id: label.id })).toEqual(['a.txt']);
    expect(await names(me, 'turbine', { in: folder })).toEqual(['a.txt']);
    expect(await names(me, 'turbine', { account_id: other })).toEqual(['c.csv']);
    const { data, pagination } = await me.call(search.find, { query: { q: 'turbine', per_page: 2, page: 2 } });
    expect([data.length, pagination.total]).toEqual([1, 3]);
  });
});

describe('a document that one may not see', () => {
  /** Searches both results and suggestions. */
  const finds = async (who: TestPerson, q: string) => {
    const suggested = (await who.call(search.suggest, { query: { q } })).data.filter(({ document }) => document);
    return [(await names(who, q)).length, suggested.length];
  };

  async function shared() {
    const { me, account } = await someone();
    const other = await person(app, { role: 'member', organizationId: me.organizationId });
    const [folder] = await addDocuments(app, me, account, [{ name: 'Folder', folder: true }]);
    const [id] = await addRead(me, account, [
      { name: 'zeppelin.txt', bytes: 'A zeppelin over the lake.', parent: folder! },
    ]);
    return { me, account, other, folder: folder!, id: id! };
  }
  const share = (me: TestPerson, other: TestPerson, id: string) =>
    me.call(sharing.share, { body: { inviting_ids: [other.id], document_ids: [id] } });

  it('is not found by others of the organization or by other organizations', async () => {
    const { me, other } = await shared();
    const stranger = await person(app);
    expect(await finds(me, 'zeppelin')).toEqual([1, 1]);
    expect(await finds(other, 'zeppelin')).toEqual([0, 0]);
    expect(await finds(stranger, 'zeppelin')).toEqual([0, 0]);
  });

  it('is found while it or its folder is shared', async () => {
    const { me, other, folder, id } = await shared();
    for (const what of [id, folder]) {
      await share(me, other, what);
      expect(await finds(other, 'zeppelin')).toEqual([1, 1]);
      await me.call(sharing.unshare, { params: { userId: other.id, documentId: what } });
      expect(await finds(other, 'zeppelin')).toEqual([0, 0]);
    }
    await share(me, other, id);
    expect(await finds(other, 'zeppelin')).toEqual([1, 1]);
  });

  it('follows its folder', async () => {
    const { me, other, account, folder, id } = await shared();
    await share(me, other, folder);
    expect(await finds(other, 'zeppelin')).toEqual([1, 1]);
    await app.services.pool.query('update documents set parent_id = null where id = $1', [id]);
    expect(await finds(other, 'zeppelin')).toEqual([0, 0]);
    await app.services.pool.query('update documents set parent_id = $2 where id = $1', [id, folder]);
    expect(await finds(other, 'zeppelin')).toEqual([1, 1]);
    expect(await names(other, 'zeppelin', { account_id: account })).toEqual(['zeppelin.txt']);
  });

  it('is not found in the trash, but again once restored', async () => {
    const { me, id } = await shared();
    await app.services.pool.query('update documents set deleted_at = now() where id = $1', [id]);
    expect(await finds(me, 'zeppelin')).toEqual([0, 0]);
    await app.services.pool.query('update documents set deleted_at = null where id = $1', [id]);
    expect(await finds(me, 'zeppelin')).toEqual([1, 1]);
    await app.services.pool.query('delete from documents where id = $1', [id]);
    expect(await finds(me, 'zeppelin')).toEqual([0, 0]);
  });

  it('disappears with its account', async () => {
    const { me, other, account, id } = await shared();
    await share(me, other, id);
    await app.services.pool.query('delete from source_accounts where id = $1', [account]);
    expect([await finds(me, 'zeppelin'), await finds(other, 'zeppelin')]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('disappears with its member', async () => {
    const { me, other, id } = await shared();
    await share(me, other, id);
    await me.call(members.remove, { params: { id: other.id }, query: { content: 'delete' } });
    expect((await failure(other.call(search.find, { query: { q: 'zeppelin' } }))).status).toBe(404);
    const again = await app.services.pool.query('select 1 from document_access where principal_id = $1', [other.id]);
    expect(again.rowCount).toBe(0);
  });

  it('stays hidden if someone else has a visible copy', async () => {
    const { me, other } = await shared();
    const theirs = await quietAccount(app, other);
    await addFiles(app, other, theirs, [{ name: 'copy.txt', bytes: 'A zeppelin over the lake.' }]);
    expect(await names(other, 'zeppelin')).toEqual(['copy.txt']);
    expect(await names(me, 'zeppelin')).toEqual(['zeppelin.txt']);
  });
});
