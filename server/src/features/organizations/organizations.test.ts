import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { purgeOrganizations } from '../removals/index.ts';

const app = await forThisFile(testApp());

const { organizations, labels } = contract;

const purge = () => purgeOrganizations.run({}, app.services, new AbortController().signal);

describe('an organization', () => {
  it('can be created by anyone, who then owns it', async () => {
    const me = await person(app);
    const { data } = await me.call(organizations.create, { body: { name: 'Second one', industry: 'law' } });
    expect(data).toMatchObject({ name: 'Second one', industry: 'law', logo: null, role: 'owner' });
    const listed = (await me.call(organizations.list)).data;
    expect(listed.map(({ id }) => id)).toEqual([me.organizationId, data.id]);
  });

  it('is chosen by the header, by default the first', async () => {
    const me = await person(app);
    const second = (await me.call(organizations.create, { body: { name: 'Second one' } })).data;
    const authorization = { Authorization: `Bearer ${me.token}` };
    expect((await app.as(authorization)(organizations.info)).data.id).toBe(me.organizationId);
    expect((await app.as({ ...authorization, Organization: second.id })(organizations.info)).data.id).toBe(second.id);
    for (const Organization of ['nonsense', '00000000-0000-7000-8000-000000000000']) {
      expect((await failure(app.as({ ...authorization, Organization })(organizations.info))).status).toBe(404);
    }
  });

  it('changes name, industry and logo, and keeps omitted ones', async () => {
    const me = await person(app);
    const params = { id: me.organizationId };
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const picture = new Blob([new Uint8Array(bytes)], { type: 'image/png' });
    await me.call(organizations.update, { params, body: { name: 'Renamed', industry: 'media' } });
    const changed = (await me.call(organizations.setLogo, { params, picture })).data;
    expect(changed).toMatchObject({ name: 'Renamed', industry: 'media' });
    expect((await app.app.inject(changed.logo!)).statusCode).toBe(200);
    expect((await me.call(organizations.update, { params, body: { name: 'Again' } })).data).toEqual({
      ...changed,
      name: 'Again',
    });
    await me.call(organizations.update, { params, body: { name: 'Again', industry: null } });
    const bare = (await me.call(organizations.removeLogo, { params })).data;
    expect(bare).toMatchObject({ industry: null, logo: null });
    await app.work();
    expect((await app.app.inject(changed.logo!)).statusCode).toBe(404);
  });

  it('can’t be seen, changed or deleted from outside, whatever the header says', async () => {
    const [me, other] = [await person(app), await person(app)];
    const params = { id: other.organizationId };
    const spoofed = app.as({ ...me.headers, Organization: other.organizationId });
    for (const call of [me.call, spoofed]) {
      expect((await failure(call(organizations.get, { params }))).status).toBe(404);
      expect((await failure(call(organizations.update, { params, body: { name: 'Mine now' } }))).status).toBe(404);
      expect((await failure(call(organizations.delete, { params }))).status).toBe(404);
    }
    expect((await other.call(organizations.get, { params })).data.name).not.toBe('Mine now');
  });
});

describe('deleting', () => {
  it('hides the workspace, and only an owner can restore it', async () => {
    const me = await person(app);
    const admin = await person(app, { role: 'admin', organizationId: me.organizationId });
    const params = { id: me.organizationId };
    await me.call(labels.create, { body: { name: 'Kept', color: '#1971c2' } });
    await me.call(organizations.delete, { params });
    expect((await me.call(organizations.list)).data).toEqual([]);
    expect((await failure(me.call(labels.list))).status).toBe(404);
    expect((await me.call(organizations.listDeleted)).data).toMatchObject([{ id: me.organizationId }]);
    expect((await admin.call(organizations.listDeleted)).data).toEqual([]);
    expect((await failure(admin.call(organizations.restore, { params }))).status).toBe(404);
    await purge();
    expect((await me.call(organizations.restore, { params })).data.id).toBe(me.organizationId);
    expect((await me.call(labels.list)).data).toMatchObject([{ name: 'Kept' }]);
    expect((await failure(me.call(organizations.restore, { params }))).status).toBe(404);
  });

  it('removes everything after the grace period', async () => {
    const me = await person(app);
    await me.call(labels.create, { body: { name: 'Doomed', color: '#1971c2' } });
    const [killed, other] = [`content/${me.organizationId}/aa/aabb`, 'content/another/aa/aabb'];
    for (const key of [killed, other]) await app.services.blobs.put(key, Buffer.from('bytes'));
    await me.call(organizations.delete, { params: { id: me.organizationId } });
    const longAgo = new Date(Date.now() - 31 * 86_400_000);
    await app.services.db
      .updateTable('organizations')
      .set({ deleted_at: longAgo })
      .where('id', '=', me.organizationId)
      .execute();
    await purge();
    await app.work();
    expect(await app.services.blobs.head(killed)).toBeNull();
    expect(await app.services.blobs.head(other)).not.toBeNull();
    expect((await me.call(organizations.listDeleted)).data).toEqual([]);
    const left = await app.services.db
      .selectFrom('labels')
      .select('id')
      .where('organization_id', '=', me.organizationId)
      .execute();
    expect(left).toEqual([]);
  });
});
