import { contract, labelColors } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { viewerQuery } from '../../http/find-viewer.ts';
import { failure } from '../../testing/failure.ts';
import { person } from '../../testing/people.ts';
import { statementsDuring } from '../../testing/statements.ts';
import { testApp } from '../../testing/test-app.ts';

const app = await forThisFile(testApp());

const color = labelColors.blue;

/** Labels and collections behave alike. Each row is one of them with a body for it. */
const kinds = [
  { kind: 'labels' as const, calls: contract.labels, body: (name: string) => ({ name, color }) },
  {
    kind: 'collections' as const,
    calls: contract.collections as unknown as typeof contract.labels,
    body: (name: string) => ({ name }) as never,
  },
];

describe.each(kinds)('$kind', ({ kind, calls, body }) => {
  it('are created, read and renamed', async () => {
    const me = await person(app);
    const { data } = await me.call(calls.create, { body: body('Invoices') });
    const params = { id: data.id };
    expect((await me.call(calls.get, { params })).data).toEqual(data);
    expect((await me.call(calls.update, { params, body: body('Bills') })).data.name).toBe('Bills');
  });

  it('are listed by name, paged and searched', async () => {
    const me = await person(app);
    for (const name of ['beta', 'Alpha', 'gamma', 'Alphabet']) await me.call(calls.create, { body: body(name) });
    const first = await me.call(calls.list, { query: { per_page: 3 } });
    expect(first.data.map(({ name }) => name)).toEqual(['Alpha', 'Alphabet', 'beta']);
    expect(first.pagination).toEqual({ currentPage: 1, perPage: 3, total: 4 });
    const beyond = await me.call(calls.list, { query: { page: 3, per_page: 3 } });
    expect(beyond).toMatchObject({ data: [], pagination: { currentPage: 3, perPage: 3, total: 4 } });
    expect((await me.call(calls.list, { query: { search: 'ALPHA' } })).data).toHaveLength(2);
    expect((await me.call(calls.list, { query: { search: '%' } })).data).toEqual([]);
  });

  it('have unique names, ignoring case', async () => {
    const me = await person(app);
    await me.call(calls.create, { body: body('Invoices') });
    const error = await failure(me.call(calls.create, { body: body('INVOICES') }));
    expect([error.status, Object.keys(error.errors)]).toEqual([422, ['name']]);
    expect((await failure(me.call(calls.create, { body: body('ab') }))).errors.name).toEqual([
      'Name length must be more than 3',
    ]);
  });

  it('come back after deletion, unless the name was taken meanwhile', async () => {
    const me = await person(app);
    const { id } = (await me.call(calls.create, { body: body('Invoices') })).data;
    await me.call(calls.delete, { params: { id } });
    expect((await failure(me.call(calls.get, { params: { id } }))).status).toBe(404);
    expect((await me.call(calls.list)).data).toEqual([]);
    expect((await me.call(calls.restore, { params: { id } })).data.name).toBe('Invoices');
    await me.call(calls.delete, { params: { id } });
    await me.call(calls.create, { body: body('Invoices') });
    expect((await failure(me.call(calls.restore, { params: { id } }))).status).toBe(422);
  });

  it('belong to one member in one organization', async () => {
    const owner = await person(app);
    const colleague = await person(app, { role: 'admin', organizationId: owner.organizationId });
    const stranger = await person(app);
    const { id } = (await owner.call(calls.create, { body: body('Private') })).data;
    for (const other of [colleague, stranger]) {
      expect((await other.call(calls.list)).data).toEqual([]);
      expect((await failure(other.call(calls.get, { params: { id } }))).status).toBe(404);
      expect((await failure(other.call(calls.update, { params: { id }, body: body('Stolen') }))).status).toBe(404);
      expect((await failure(other.call(calls.delete, { params: { id } }))).status).toBe(404);
      expect((await failure(other.call(calls.restore, { params: { id } }))).status).toBe(404);
    }
    const elsewhere = (await owner.call(contract.organizations.create, { body: { name: 'Elsewhere' } })).data;
    const there = app.as({ ...owner.headers, Organization: elsewhere.id });
    expect((await failure(there(calls.get, { params: { id } }))).status).toBe(404);
    expect((await owner.call(calls.get, { params: { id } })).data.name).toBe('Private');
  });

  it('are listed with one query, even five thousand of them', async () => {
    const me = await person(app);
    const extra = kind === 'labels' ? `, color` : '';
    await app.services.pool.query(
      `insert into ${kind} (id, organization_id, user_id, name${extra})
       select gen_random_uuid(), $1, $2, 'Name ' || n${extra && `, '${color}'`} from generate_series(1, 5000) n`,
      [me.organizationId, me.id],
    );
    const list = async () => {
      const page = await me.call(calls.list, { query: { page: 250 } });
      expect([page.data.length, page.pagination.total]).toEqual([20, 5000]);
    };
    const statements = await statementsDuring(app.services.pool, list);
    // Apart from authentication, there is only one query.
    const lists = statements.filter((text) => text !== viewerQuery && /^\s*(select|with)\b/i.test(text));
    expect(lists).toEqual([expect.stringContaining(`from "${kind}"`)]);
  });
});

it('a label accepts only colors of the palette', async () => {
  const me = await person(app);
  const create = (given: string) => me.call(contract.labels.create, { body: { name: 'Coloured', color: given } });
  expect((await failure(create('#123456'))).errors.color).toBeDefined();
  expect((await failure(create(''))).errors.color?.[0]).toBe('This is required');
  expect(Object.keys(labelColors)).toHaveLength(14);
  expect((await create(color.toUpperCase())).data.color).toBe(color);
});
