import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../../testing/documents.ts';
import { memberOf } from '../../../testing/member.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { addFiles } from '../../../testing/stored-files.ts';
import { testApp } from '../../../testing/test-app.ts';
import type { NameRoute } from '../../documents/index.ts';
import { wantTexts } from '../../passages/index.ts';
import { scopeOf } from '../query/scope.ts';
import { askedBy, contentQuery } from '../query/search-terms.ts';
import { gatherFor, statisticsOf } from '../query/statistics.ts';
import { contentHits } from './content-hits.ts';
import { collectHits, type Hit, walkForHits } from './hit-routes.ts';
import { nameHits, similarNames } from './name-hits.ts';
import { newestPart } from './windows.ts';

const passages = 6_000;

/** Words that every passage has, every tenth and so on, spread over some years. */
const app = await forThisFile(testApp());
const me = await person(app);
const viewer = memberOf(me);
const { pool } = app.services;
const account = await quietAccount(app, me);
const colleague = await person(app, { organizationId: me.organizationId });
const theirs = await quietAccount(app, colleague);
await pool.query(
  `with given as (select n, gen_random_uuid() as id, sha256(n::text::bytea) as sha256 from generate_series(1, ${passages}) n),
     bytes as (insert into blobs (organization_id, sha256, size) select $1, sha256, 1 from given),
     texts as (insert into content_texts (organization_id, sha256, state, reader_version) select $1, sha256, 'read', 99 from given)
   insert into documents (id, organization_id, account_id, owner_id, remote_id, name, kind, type, format, size, remote_modified_at,
     revision, listing, sha256, stored_size, content)
   select id, $1, case when n % 3 = 0 then $4::uuid else $2 end, case when n % 3 = 0 then $5::uuid else $3 end, n::text, n || '.txt', 'file', 'text', 'other', 1,
     timestamptz '2024-01-01' + make_interval(hours => (n * 7919) % 20000), '1', 1, sha256, 1, 'stored' from given`,
  [me.organizationId, account, me.id, theirs, colleague.id],
);
await pool.query(
  `insert into passages (organization_id, sha256, number, places, language, body, tsv, account_ids, periods)
   select $1, d.sha256, 1, '[]', 'en', t.body, to_tsvector('english', t.body), array[d.account_id], search_periods(d.placed_at)
   from documents d cross join lateral (select concat_ws(' ', 'everywhere', 'together', case when n % 10 = 0 then 'tenth' end,
     case when n % 4 = 0 then 'quarter' end, case when n % 1000 = 1 then 'rare' end, case when n = 4 then 'quarter everywhere' end) as body
     from (select d.remote_id::int as n) x) t where d.organization_id = $1`,
  [me.organizationId],
);
await pool.query('analyze');
await gatherFor(app.services.db, me.organizationId);

const newestBy = async (condition: string, limit: number) =>
  (
    await app.services.pool.query<{ id: string }>(
      `select d.id from documents d join passages p using (organization_id, sha256) where d.owner_id = $1 and ${condition}
       order by d.placed_at desc, d.id desc limit $2`,
      [me.id, limit],
    )
  ).rows.map(({ id }) => id);

async function searchFor(q: string) {
  const { db } = app.services;
  const asked = askedBy(q);
  const statistics = await statisticsOf(app.services, me.organizationId);
  const query = (await contentQuery(db, asked.wanted, statistics.languages))!;
  const scope = await scopeOf(app.services, viewer, asked, statistics.languages, { filters: {} });
  return { db, query, scope, statistics };
}

describe('the routes', () => {
  it('know how frequent words are', async () => {
    const { shares, days, passages: count, languages } = await statisticsOf(app.services, me.organizationId);
    expect([count, languages, shares.get('everywher'), shares.get('tenth')]).toEqual([passages, ['en'], 1, 0.1]);
    expect(days.length).toBe(2_000);
    expect(days).toEqual(days.toSorted((a, b) => b - a));
  });

  it.each([
    ['everywhere', 'true'],
    ['tenth', 'd.remote_id::int % 10 = 0'],
    ['quarter tenth', 'd.remote_id::int % 20 = 0'],
    ['rare', 'd.remote_id::int % 1000 = 1'],
    ['"everywhere together"', 'true'],
    ['nowhere', 'false'],
  ])('find the newest passages with %s', async (q, condition) => {
    const { db, scope, query, statistics } = await searchFor(q);
    expect(scope.few).toBeNull();
    const expected = await newestBy(condition, 40);
    const ids = (found: readonly Hit[]) =>
      found
        .toSorted((a, b) => b.modifiedAt - a.modifiedAt || (a.documentId < b.documentId ? 1 : -1))
        .map(({ documentId }) => documentId);
    expect(scope.accounts).toHaveLength(1);
    for (const accounts of [scope.accounts, null]) {
      const { hits } = await contentHits(db, { ...scope, accounts }, query, statistics, 40);
      expect(ids(hits).slice(0, 40)).toEqual(expected);
    }
    const { hits: walked } = await walkForHits(db, scope, query, { documents: passages, hits: 40 });
    expect(ids(walked)).toEqual(expected);
  });

  it('ignore accounts if these have most documents, and other organizations in any case', async () => {
    const other = await person(app);
    await app.services.pool.query(
      `with bytes as (insert into blobs (organization_id, sha256, size) select $1, sha256, 1 from passages where body like '%rare%'),
         texts as (insert into content_texts (organization_id, sha256, state, reader_version)
           select $1, sha256, 'read', 99 from passages where body like '%rare%')
       insert into passages (organization_id, sha256, number, places, language, body, tsv, account_ids, periods)
       select $1, sha256, number, places, language, body, tsv, '{}', periods from passages where body like '%rare%'`,
      [other.organizationId],
    );
    await app.services.pool.query(`update source_accounts set files = ${passages} where user_id = $1`, [me.id]);
    const { db, scope, query } = await searchFor('rare');
    expect(scope.accounts).toBeNull();
    const { hits, collected } = await collectHits(db, scope, query, null);
    expect(collected).toBe(passages / 1_000);
    expect(hits).toHaveLength((await newestBy('d.remote_id::int % 1000 = 1', 99)).length);
    await app.services.pool.query('update source_accounts set files = 0 where user_id = $1', [me.id]);
    await app.services.pool.query('delete from passages where organization_id = $1', [other.organizationId]);
  });

  it('know which share the filters leave', async () => {
    const { scope } = await searchFor('everywhere');
    expect(scope.density).toBe(1);
    const narrow = await searchFor('everywhere type:pdf');
    expect(narrow.scope.density).toBe(0);
    const texts = await searchFor('everywhere type:text');
    expect(texts.scope.density).toBe(1);
  });

  it('describe the newest part by days up to the end of a month, then by months', () => {
    const days = [20260210, 20260201, 20260130, 20251215, 20240101];
    const statistics = { passages: 5, languages: [], shares: new Map(), days };
    const now = Date.UTC(2026, 1, 12, 9);
    expect(newestPart(statistics, 0.2, now)).toEqual({ share: 0.2, keys: [20260210, 20260211, 20260212] });
    expect(newestPart(statistics, 0.4, now)).toEqual({ share: 0.4, keys: [202602] });
    expect(newestPart(statistics, 0.6, now)).toEqual({ share: 0.6, keys: [20260130, 20260131, 202602] });
    const keys = [...Array.from({ length: 17 }, (_, n) => 20251215 + n), 202601, 202602];
    expect(newestPart(statistics, 0.8, now)).toEqual({ share: 0.8, keys });
    expect(newestPart(statistics, 1, now)).toEqual({ share: 1, keys: null });
  });

  it('report incomplete results', async () => {
    const { db, scope, query, statistics } = await searchFor('everywhere');
    const { isComplete, about, isPartial } = await contentHits(db, scope, query, statistics, 40);
    expect([isComplete, isPartial]).toEqual([false, false]);
    expect(about).toBeGreaterThan(2_000);
    const all = await me.call(contract.search.find, { query: { q: 'everywhere' } });
    expect(all.pagination).toMatchObject({ total: 1_000, more: true, order: 'newest', partial: false });
    expect(all.data.map(({ document }) => document.id)).toEqual(await newestBy('true', 20));
    const last = await me.call(contract.search.find, { query: { q: 'everywhere', page: 50 } });
    expect(last.data).toHaveLength(20);
    const beyond = await me.call(contract.search.find, { query: { q: 'everywhere', page: 51 } });
    expect(beyond.data).toEqual([]);
    const rare = await me.call(contract.search.find, { query: { q: 'rare' } });
    expect(rare.pagination).toMatchObject({
      more: false,
      order: 'relevance',
      total: (await newestBy('d.remote_id::int % 1000 = 1', 99)).length,
    });
  });

  it('find a phrase of frequent words among the newest, and report that', async () => {
    const { db, scope, query, statistics } = await searchFor('"quarter everywhere"');
    const { isPartial, isComplete } = await contentHits(db, scope, query, statistics, 40);
    expect(isPartial !== isComplete).toBe(true);
  });
});

describe('names', () => {
  const found = async (q: string, names: NameRoute, few: number | null = null) => {
    const searched = await searchFor(q);
    const [db, scope] = [searched.db, { ...searched.scope, names, few }];
    const ids = (hits: { documentId: string }[]) => hits.map(({ documentId }) => documentId).sort();
    const texts = q.split(' ');
    return {
      exact: ids((await nameHits(db, scope, texts, 40)).hits),
      similar: ids(await similarNames(db, scope, texts)),
    };
  };

  it('are found in the list and among few as in the index, with a typo too', async () => {
    const account = await quietAccount(app, me);
    const [budget, summary] = await addDocuments(app, me, account, [
      { name: 'Household budget.xlsx', modified: '2020-01-01T00:00:00Z' },
      { name: 'Summary of travels.pdf', modified: '2020-01-01T00:00:00Z' },
    ]);
    const routes: [NameRoute, few?: number][] = [['index'], ['list'], ['list', passages]];
    for (const route of routes) {
      expect(await found('budget', ...route)).toEqual({ exact: [budget], similar: [] });
      expect(await found('budgte', ...route)).toEqual({ exact: [], similar: [budget] });
      expect(await found('sumary travles', ...route)).toEqual({ exact: [], similar: [summary] });
      expect(await found('travels sumary', ...route)).toEqual({ exact: [], similar: [summary] });
    }
    // After the newest thousand: letters that the index does not know.
    expect((await found('vels of su', 'list')).exact).toEqual([summary]);
    expect([(await found('ls', 'list')).exact, (await found('ls', 'index')).exact]).toEqual([
      [budget, summary].sort(),
      [],
    ]);
  });
});

describe('the index', () => {
  const collected = async (who: TestPerson, q: string) => {
    const { db } = app.services;
    const member = memberOf(who);
    const asked = askedBy(q);
    const query = (await contentQuery(db, asked.wanted, ['en']))!;
    const scope = await scopeOf(app.services, member, asked, [], { filters: {} });
    return (await collectHits(db, scope, query, null)).hits.length;
  };

  it('leads to every account with the content, whichever came first', async () => {
    const one = await person(app);
    const two = await person(app, { organizationId: one.organizationId });
    const [first, second] = [await quietAccount(app, one), await quietAccount(app, two)];
    const given = [{ name: 'x.txt', bytes: 'An albatross.' }];
    const ids = await addFiles(app, one, first, given);
    await wantTexts(app.services.db, ids);
    await app.work({ readTexts: true });
    expect([await collected(one, 'albatross'), await collected(two, 'albatross')]).toEqual([1, 0]);
    const [copy] = await addFiles(app, two, second, given);
    expect([await collected(one, 'albatross'), await collected(two, 'albatross')]).toEqual([1, 1]);
    const third = await quietAccount(app, two);
    await app.services.pool.query('update documents set account_id = $2 where id = $1', [copy, third]);
    expect(await collected(two, 'albatross')).toBe(1);
    await app.services.pool.query('delete from documents where id = $1', [ids[0]]);
    expect([await collected(one, 'albatross'), await collected(two, 'albatross')]).toEqual([0, 1]);
  });

  it('adds earlier passages in batches', async () => {
    const one = await person(app);
    const account = await quietAccount(app, one);
    const ids = await addFiles(app, one, account, [{ name: 'x.txt', bytes: 'Two pelicans.' }]);
    await wantTexts(app.services.db, ids);
    await app.work({ readTexts: true });
    await app.services.pool.query(
      `update passages set tsv = null, account_ids = '{}', periods = '{}' where body = 'Two pelicans.'`,
    );
    expect(await collected(one, 'pelican')).toBe(0);
    await app.services.pool.query(`select graphile_worker.add_job('passages.index')`);
    await app.work();
    expect(await collected(one, 'pelican')).toBe(1);
  });
});
