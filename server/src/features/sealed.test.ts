import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { openPool } from '../db/pool.ts';
import { sealedSecrets } from '../db/sealed-secrets.ts';
import { deriveKeys } from '../platform/secrets/keys.ts';
import { newId } from '../platform/uuid.ts';
import { person } from '../testing/people.ts';
import { connectAccount } from '../testing/sign-in/consent.ts';
import { testApp } from '../testing/test-app.ts';
import { resealSecrets } from './sealed.ts';

const google = await forThisFile(startGoogle({ samples: false }));
const app = await forThisFile(testApp({}, { 'google-drive': google }));

const [old, fresh] = ['a secret that only the tests know, long enough', 'another secret that only the tests know'];

it('seals everything anew in batches, leaves what is of an unknown key, and can be run again', async () => {
  const me = await person(app);
  const { id } = await connectAccount(me, 'google-drive', 'ada');
  const { db } = app.services;
  const account = (secrets: Buffer) => ({
    id: newId(),
    organization_id: me.organizationId,
    user_id: me.id,
    source: 'webdav',
    remote_user_id: newId(),
    name: 'somebody',
    settings: '{}',
    secrets,
  });
  const { seal } = app.services.keys;
  const stranger = deriveKeys({ current: 'a secret that nobody here has ever heard of', previous: [] });
  const lost = account(stranger.seal('gone'));
  const many = Array.from({ length: 450 }, (_, at) => account(seal(`secret ${at}`)));
  await db
    .insertInto('source_accounts')
    .values([lost, ...many])
    .execute();

  await db
    .insertInto('two_factor')
    .values({ user_id: me.id, secrets: seal('of an authenticator app') })
    .execute();

  const keys = deriveKeys({ current: fresh, previous: [old] });
  expect(await resealSecrets(db, keys)).toBe(452);
  expect(await resealSecrets(db, keys)).toBe(0);

  const onlyNew = deriveKeys({ current: fresh, previous: [] });
  const rows = await db.selectFrom('source_accounts').select(['id', 'secrets']).execute();
  const sealed = new Map(rows.map((row) => [row.id, row.secrets!]));
  many.forEach((one, at) => {
    expect(onlyNew.unseal(sealed.get(one.id)!)).toBe(`secret ${at}`);
  });
  const { secrets: ofApp } = await db.selectFrom('two_factor').select('secrets').executeTakeFirstOrThrow();
  expect(onlyNew.unseal(ofApp!)).toBe('of an authenticator app');
  expect(JSON.parse(onlyNew.unseal(sealed.get(id)!)).tokens.refreshToken).toMatch(/^1\/\//);
  expect(sealed.get(lost.id)).toEqual(lost.secrets);
});

it('seals anew in every table with something sealed', async () => {
  // One connection, whose tables of the same names hide the others: rows without all that belongs to them.
  const pool = openPool({ ...app.services.pool.options, max: 1 }, () => {});
  const { rows: tables } = await pool.query<{ name: string; key: string; type: string }>(
    `select c.table_name as name, a.attname as key, format_type(a.atttypid, null) as type from information_schema.columns c
     join pg_index i on i.indrelid = c.table_name::regclass and i.indisprimary
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where c.table_schema = 'public' and c.column_name = 'secrets'`,
  );
  const ids: Record<string, unknown> = { uuid: newId(), bigint: 7, bytea: Buffer.from([7]) };
  for (const { name, key, type } of tables) {
    await pool.query(`create temp table ${name} as select ${key}, secrets from ${name} limit 0`);
    await pool.query(`insert into ${name} values ($1, $2)`, [ids[type], app.services.keys.seal(name)]);
  }
  await resealSecrets(openDatabase(pool), deriveKeys({ current: fresh, previous: [old] }));
  const onlyNew = deriveKeys({ current: fresh, previous: [] });
  for (const { name } of tables)
    expect(onlyNew.unseal((await pool.query(`select secrets from ${name}`)).rows[0].secrets)).toBe(name);
  await pool.end();
  const known = sealedSecrets.map(({ table }) => table);
  expect(known.sort()).toEqual(tables.map(({ name }) => name).sort());
});
