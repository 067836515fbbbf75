import { contract, type Endpoint, endpoints, eventsPath, policy } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { apiKeyOf } from '../../testing/api-keys.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { turnOn, withPassword } from '../../testing/sign-in/two-factor.ts';
import { testApp } from '../../testing/test-app.ts';

const { organizations, labels, auth, twoFactor } = contract;

const app = await forThisFile(testApp());
const owner = await withPassword(app);
const member = await withPassword(app, { role: 'member', organizationId: owner.organizationId });

const require = (two_factor_required: boolean) =>
  owner.call(organizations.updateSecurity, { body: { two_factor_required } });

const nobody = '00000000-0000-7000-8000-000000000000';
const bare = ({ method, path, organization }: Endpoint, { headers, organizationId }: TestPerson) =>
  app.request({
    method,
    url: `/api${path.replace(/\{\w+\}/g, organization === 'path' ? organizationId : nobody)}`,
    headers,
  });

it('rejects requiring two-factor authentication without having set it up', async () => {
  expect((await owner.call(organizations.security)).data).toEqual({ two_factor_required: false, links_allowed: false });
  const refused = await failure(require(true));
  expect([refused.status, refused.message]).toEqual([
    409,
    'Turn on two-factor authentication for your own account first.',
  ]);
  await owner.call(organizations.updateSecurity, { body: { links_allowed: true } });
  await turnOn(app, owner);
  expect((await require(true)).data).toEqual({ two_factor_required: true, links_allowed: true });
});

describe('a member without the required two-factor authentication', () => {
  const calls = endpoints.filter(({ endpoint }) => endpoint.access in policy);

  it.each(calls)('is told to set it up instead of $name', async ({ endpoint }) => {
    const { status, json } = await bare(endpoint, member);
    expect([status, json.code]).toEqual([403, 'two_factor_setup_required']);
  });

  it('gets a message and a code of its own', async () => {
    const error = await failure(member.call(labels.list));
    expect(error.message).toBe('This workspace requires two-factor authentication. Turn it on to continue.');
    expect((await member.call(organizations.info)).data.two_factor_setup_required).toBe(true);
    expect((await owner.call(organizations.info)).data.two_factor_setup_required).toBe(false);
    await member.call(auth.user);
    await member.call(organizations.list);
    await member.call(twoFactor.get);
  });

  it('gets no events', async () => {
    const { status, json } = await app.request({ method: 'GET', url: `/api${eventsPath}`, headers: member.headers });
    expect([status, json.code]).toEqual([403, 'two_factor_setup_required']);
  });

  it('has API keys that don’t work here', async () => {
    const key = await apiKeyOf(app, member, 'read', 'mcp');
    const error = await failure(key.call(labels.list));
    expect([error.status, error.code]).toEqual([403, 'two_factor_setup_required']);
    expect(error.message).toMatch('Its API keys work again once their owner has turned it on.');
    const assistant = await app.request({
      method: 'POST',
      url: '/mcp',
      headers: { ...key.headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    expect(assistant.status).toBe(403);
  });

  it('can work in other workspaces as before', async () => {
    const elsewhere = await person(app);
    await app.services.db
      .insertInto('memberships')
      .values({ organization_id: elsewhere.organizationId, user_id: member.id, role: 'member' })
      .execute();
    await app.as({ ...member.headers, Organization: elsewhere.organizationId })(labels.list);
  });

  it('is let in once it is set up, and again once it is no longer required', async () => {
    const late = await withPassword(app, { role: 'guest', organizationId: owner.organizationId });
    const key = await apiKeyOf(app, late, 'read');
    await failure(late.call(labels.list));
    await turnOn(app, late);
    await late.call(labels.list);
    await key.call(labels.list);
    await require(false);
    await member.call(labels.list);
  });
});
