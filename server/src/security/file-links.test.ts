import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '../features/auth/index.ts';
import { apiKeyOf } from '../testing/api-keys.ts';
import { quietAccount } from '../testing/documents.ts';
import { person, type TestPerson } from '../testing/people.ts';
import { signedIn } from '../testing/sign-in/two-factor.ts';
import { statementsDuring } from '../testing/statements.ts';
import { addFiles } from '../testing/stored-files.ts';
import { testApp } from '../testing/test-app.ts';

/** A signed link to bytes works only as long as the session or API key that it was made with. */

const { auth, apiKeys, collections, documents, user } = contract;
const password = 'correct horse';

const app = await forThisFile(testApp());
const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer();

interface Owner {
  me: TestPerson;
  id: string;
  collection: string;
}

async function ownerOfAPicture(): Promise<Owner> {
  const me = await person(app);
  const password_hash = await hashPassword(password);
  await app.services.db.updateTable('users').set({ password_hash }).where('id', '=', me.id).execute();
  const account = await quietAccount(app, me);
  const [id] = await addFiles(app, me, account, [{ name: 'photo.jpg', bytes: picture }]);
  const { data } = await me.call(collections.create, { body: { name: 'Photos' } });
  await me.call(documents.setCollections, { body: { document_id: id!, collections: [data.id] } });
  return { me, id: id!, collection: data.id };
}

/** Every kind of link to a document that a person gets. */
async function linksOf(call: TestPerson['call'], { id, collection }: Owner): Promise<string[]> {
  const { local_path, thumbnail } = (await call(documents.get, { params: { id } })).data;
  const zip = (await call(documents.zip, { body: { document_ids: [id] } })).data.local_path;
  const shown = (await call(collections.list, { query: {} })).data.find((one) => one.id === collection);
  return [local_path!, `${local_path}&download=1`, thumbnail!, shown!.thumbnails[0]!, zip];
}

const statuses = (links: readonly string[]) =>
  Promise.all(links.map(async (link) => (await app.request({ method: 'GET', url: `/storage/${link}` })).status));

const all = (status: number) => Array<number>(5).fill(status);

async function secondSession({ email }: TestPerson) {
  const { data } = await app.as()(auth.login, { body: { email, password } });
  return app.as({ Authorization: `Bearer ${signedIn(data).auth.token}` });
}

describe('links made in a session', () => {
  it('end when the password changes, except those of the session that changed it', async () => {
    const owner = await ownerOfAPicture();
    const mine = await linksOf(owner.me.call, owner);
    const others = await linksOf(await secondSession(owner.me), owner);
    expect(await statuses([...mine, ...others])).toEqual([...all(200), ...all(200)]);
    const body = { current_password: password, password: 'another horse', password_confirmation: 'another horse' };
    await owner.me.call(user.updatePassword, { body });
    expect(await statuses([...mine, ...others])).toEqual([...all(200), ...all(404)]);
  });

  it('open nothing while the workspace requires two-factor authentication that the person has not set up', async () => {
    const owner = await ownerOfAPicture();
    const mine = await linksOf(owner.me.call, owner);
    const require = (required: boolean) =>
      app.services.pool.query('update organizations set two_factor_required = $2 where id = $1', [
        owner.me.organizationId,
        required,
      ]);
    await require(true);
    expect(await statuses(mine)).toEqual(all(404));
    await require(false);
    expect(await statuses(mine)).toEqual(all(200));
  });

  it('end when the session is revoked or signed out, while others stay', async () => {
    const owner = await ownerOfAPicture();
    const mine = await linksOf(owner.me.call, owner);
    const second = await secondSession(owner.me);
    const others = await linksOf(second, owner);
    const { data } = await second(user.sessions);
    await second(user.endSession, { params: { id: data.find(({ current }) => !current)!.id } });
    expect(await statuses([...mine, ...others])).toEqual([...all(404), ...all(200)]);
    await second(auth.logout);
    expect(await statuses(others)).toEqual(all(404));
  });

  it('end when the session expires', async () => {
    const owner = await ownerOfAPicture();
    const links = await linksOf(owner.me.call, owner);
    await secondSession(owner.me);
    await app.services.pool.query(`update sessions set expires_at = now() where user_id = $1 and user_agent = 'test'`, [
      owner.me.id,
    ]);
    expect(await statuses(links)).toEqual(all(404));
  });
});

describe('links made with an API key', () => {
  it('work without any session, and end when the key is revoked', async () => {
    const owner = await ownerOfAPicture();
    const key = await apiKeyOf(app, owner.me, 'read', 'write');
    const links = await linksOf(key.call, owner);
    const mine = await linksOf(owner.me.call, owner);
    await owner.me.call(apiKeys.revoke, { params: { id: key.id } });
    expect(await statuses([...links, ...mine])).toEqual([...all(404), ...all(200)]);

    const other = await apiKeyOf(app, owner.me, 'read', 'write');
    const kept = await linksOf(other.call, owner);
    await owner.me.call(auth.logout);
    expect(await statuses([...kept, ...mine])).toEqual([...all(200), ...all(404)]);
    expect((await other.call(documents.download, { params: { id: owner.id } })).status).toBe(200);
    await app.services.pool.query('update api_keys set expires_at = now() where id = $1', [other.id]);
    expect(await statuses(kept)).toEqual(all(404));
  });
});

it('a link can’t be moved to another session', async () => {
  const owner = await ownerOfAPicture();
  const [link] = await linksOf(owner.me.call, owner);
  const [other] = await linksOf(await secondSession(owner.me), owner);
  const by = new URLSearchParams(other!.split('?')[1]).get('by')!;
  expect(await statuses([link!.replace(/by=[^&]+/, `by=${by}`), link!.replace(/by=[^&]+&/, ''), link!])).toEqual([
    404, 404, 200,
  ]);
});

it('a download asks the database once, apart from what it adds to the audit log', async () => {
  const owner = await ownerOfAPicture();
  const [link] = await linksOf(owner.me.call, owner);
  const asked = await statementsDuring(app.services.pool, () => statuses([link!]));
  expect(asked.filter((text) => !text.startsWith('insert into audit_events'))).toHaveLength(1);
  expect(asked.length).toBeLessThanOrEqual(2);
});
