import { contract, limits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';

const { search, labels } = contract;

const app = await forThisFile(testApp());

const remembered = async (who: TestPerson) => (await who.call(search.history)).data.map(({ q }) => q);
const look = (who: TestPerson, q: string) => who.call(search.find, { query: { q, remember: 'true' } });

describe('the history', () => {
  it('belongs to one person, newest first without duplicates, and can be deleted', async () => {
    const me = await person(app);
    const other = await person(app, { organizationId: me.organizationId });
    for (const q of ['first', 'second', ' first ', '']) await look(me, q);
    await me.call(search.find, { query: { q: 'while typing' } });
    await look(other, 'of another');
    expect(await remembered(me)).toEqual(['first', 'second']);
    const [first] = (await me.call(search.history)).data;
    expect((await failure(other.call(search.deleteFromHistory, { params: { id: first!.id } }))).status).toBe(404);
    await me.call(search.deleteFromHistory, { params: { id: first!.id } });
    expect(await remembered(me)).toEqual(['second']);
    await me.call(search.deleteHistory);
    expect([await remembered(me), await remembered(other)]).toEqual([[], ['of another']]);
  });

  it('keeps the newest', async () => {
    const me = await person(app);
    await app.services.pool.query(
      `insert into search_history (id, organization_id, user_id, q, searched_at)
       select gen_random_uuid(), $1, $2, 'q' || n, now() - make_interval(mins => n) from generate_series(1, ${limits.searchHistory}) n`,
      [me.organizationId, me.id],
    );
    await look(me, 'newest');
    const all = await remembered(me);
    expect([all.length, all[0], all.at(-1)]).toEqual([limits.searchHistory, 'newest', `q${limits.searchHistory - 1}`]);
  });
});

describe('saved searches', () => {
  it('belong to one person and have names', async () => {
    const me = await person(app);
    const other = await person(app, { organizationId: me.organizationId });
    const saved = (await me.call(search.save, { body: { name: 'Open invoices', q: 'invoice label:open' } })).data;
    expect(await me.call(search.saved)).toEqual({ data: [saved] });
    expect((await other.call(search.saved)).data).toEqual([]);
    const twice = await failure(me.call(search.save, { body: { name: 'open INVOICES', q: 'x' } }));
    expect(twice.errors).toEqual({ name: ['You already have a saved search with this name'] });
    const body = { name: 'Invoices', q: 'invoice' };
    expect((await failure(other.call(search.changeSaved, { params: { id: saved.id }, body }))).status).toBe(404);
    expect((await failure(other.call(search.deleteSaved, { params: { id: saved.id } }))).status).toBe(404);
    expect((await me.call(search.changeSaved, { params: { id: saved.id }, body })).data).toEqual({ ...saved, ...body });
    await me.call(search.deleteSaved, { params: { id: saved.id } });
    expect((await me.call(search.saved)).data).toEqual([]);
  });

  it('are limited in number', async () => {
    const me = await person(app);
    await app.services.pool.query(
      `insert into saved_searches (id, organization_id, user_id, name, q)
       select gen_random_uuid(), $1, $2, 'n' || n, 'q' from generate_series(1, ${limits.savedSearches - 1}) n`,
      [me.organizationId, me.id],
    );
    const both = ['a', 'b'].map((name) => me.call(search.save, { body: { name, q: 'q' } }));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('suggestions', () => {
  it('complete operators, values, names and past searches', async () => {
    const me = await person(app);
    const account = await quietAccount(app, me, 'dropbox');
    await addDocuments(app, me, account, [{ name: 'Label designs', folder: true }, { name: 'typewriter.pdf' }]);
    await me.call(labels.create, { body: { name: 'Tax 2025', color: '#1971c2' } });
    await look(me, 'labels of bottles');
    await me.call(search.save, { body: { name: 'Labels to print', q: 'label:print' } });
    const of = async (q: string, cursor?: number) =>
      (await me.call(search.suggest, { query: { q, cursor } })).data.map(({ kind, text, query }) => [
        kind,
        text,
        query,
      ]);
    expect(await of('label')).toEqual([
      ['saved', 'Labels to print', 'label:print'],
      ['history', 'labels of bottles', 'labels of bottles'],
      ['document', 'Label designs', 'Label designs'],
      ['operator', 'label:', 'label:'],
    ]);
    expect(await of('plan -ty more', 8)).toContainEqual(['operator', 'type:', 'plan -type: more']);
    expect(await of('label:t')).toEqual([['value', 'Tax 2025', 'label:"Tax 2025" ']]);
    expect(await of('source:dr')).toEqual([['value', 'dropbox', 'source:dropbox ']]);
    expect(await of('type:pd')).toEqual([['value', 'pdf', 'type:pdf ']]);
    expect(await of('in:des')).toEqual([['value', 'Label designs', 'in:"Label designs" ']]);
    expect(await of('owner:')).toEqual([
      ['value', 'me', 'owner:me '],
      ['value', 'shared', 'owner:shared '],
    ]);
    expect(await of('')).toEqual([
      ['saved', 'Labels to print', 'label:print'],
      ['history', 'labels of bottles', 'labels of bottles'],
    ]);
  });
});
