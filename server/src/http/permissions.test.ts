import { type Endpoint, endpoints, may, type Permission, policy, type Role, roles } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { person, type TestPerson } from '../testing/people.ts';
import { testApp } from '../testing/test-app.ts';

/**
 * Calls everything in the contract in every role: callers without permission are refused before anything else is
 * checked.
 */

const members = new Map<Role, TestPerson>();

const app = await forThisFile(testApp());
const unverified = await person(app, { verified: false });
const outsider = await person(app);
const owner = await person(app);
members.set('owner', owner);
for (const role of roles.filter((role) => role !== 'owner')) {
  members.set(role, await person(app, { role, organizationId: owner.organizationId }));
}

const nobody = '00000000-0000-7000-8000-000000000000';

/**
 * The bare call, with made-up ids in the path and no body: enough for every check that comes before the work itself,
 * and it can’t cause a 5xx.
 */
async function bare(endpoint: Endpoint, headers: Record<string, string>, organizationId = nobody) {
  const path = endpoint.path.replace(/\{\w+\}/g, endpoint.organization === 'path' ? organizationId : nobody);
  const answer = await app.request({ method: endpoint.method, url: `/api${path}`, headers });
  expect(answer.status, answer.body).toBeLessThan(500);
  return answer;
}

const isPermission = (access: string): access is Permission => access in policy;

describe.each(endpoints)('$name', ({ endpoint }) => {
  const { access } = endpoint;

  it('requires a session unless it is public', async () => {
    const { status, json } = await bare(endpoint, {});
    if (access === 'public') expect(status).not.toBe(401);
    else expect({ status, code: json.code }).toEqual({ status: 401, code: 'unauthenticated' });
  });

  it('rejects a made-up token unless it is public', async () => {
    const { status } = await bare(endpoint, { Authorization: 'Bearer shf_made-up' });
    if (access === 'public') expect(status).not.toBe(401);
    else expect(status).toBe(401);
  });

  it('requires a verified address if it says so', async () => {
    if (endpoint.path === '/auth/logout') return;
    const { status, json } = await bare(endpoint, unverified.headers);
    if (access === 'public' || access === 'session') expect(json.code).not.toBe('email_not_verified');
    else expect({ status, code: json.code }).toEqual({ status: 403, code: 'email_not_verified' });
  });

  if (!isPermission(access)) return;

  it('answers 404 to members of another organization', async () => {
    const { organizationId } = members.get('owner')!;
    const { status, json } = await bare(
      endpoint,
      { ...outsider.headers, Organization: organizationId },
      organizationId,
    );
    expect({ status, code: json.code }).toEqual({ status: 404, code: 'not_found' });
  });

  it.each(roles)('checks the role %s', async (role) => {
    // The call may delete the organization in its path, so each role tries it on one of its own.
    const who = endpoint.organization === 'path' ? await person(app, { role }) : members.get(role)!;
    const { status, json } = await bare(endpoint, who.headers, who.organizationId);
    if (may(role, access)) expect(json?.code).not.toBe('forbidden');
    else expect({ status, code: json.code }).toEqual({ status: 403, code: 'forbidden' });
  });
});

it('covers a contract of more than a few calls', () => {
  expect(endpoints.length).toBeGreaterThan(15);
  expect(new Set(endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).size).toBe(endpoints.length);
});
