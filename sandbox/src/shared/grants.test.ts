import { expect, it } from 'vitest';
import { Grants } from './grants.ts';

const options = { accessSeconds: 60, prefixes: { access: 'a.', refresh: 'r.' } };
const issue = (grants: Grants) => grants.issue('ada', 'app', ['read'], true);

it('keeps tokens valid after a restart with the same key', () => {
  const before = issue(new Grants({ ...options, key: 'same' }));
  const again = new Grants({ ...options, key: 'same' });
  expect(again.check(before.accessToken)).toMatchObject({ person: 'ada', scopes: ['read'] });
  const fresh = again.refresh({ refreshToken: before.refreshToken!, clientId: 'app' });
  expect(again.check(fresh.accessToken)).toMatchObject({ person: 'ada' });
  again.revoke(before.refreshToken!);
  for (const { accessToken } of [before, fresh]) expect(again.check(accessToken)).toBeNull();
});

it('rejects tokens of another key, changed ones, and those of the other kind', () => {
  const grants = new Grants(options);
  const { accessToken, refreshToken } = issue(grants);
  expect(new Grants(options).check(accessToken)).toBeNull();
  expect(grants.check(accessToken.replace('.', '.A'))).toBeNull();
  expect(grants.check(`a.${refreshToken!.slice(2)}`)).toBeNull();
  expect(() => grants.refresh({ refreshToken: `r.${accessToken.slice(2)}`, clientId: 'app' })).toThrow('revoked');
  expect(() => grants.refresh({ refreshToken: refreshToken!, clientId: 'another' })).toThrow('revoked');
});

it('keeps the grant of a token that was ended early', () => {
  const grants = new Grants(options);
  const { accessToken, refreshToken } = issue(grants);
  grants.expire({ person: 'ada' });
  expect(grants.check(accessToken)).toBeNull();
  expect(grants.isOver(accessToken)).toBe(true);
  expect(grants.refresh({ refreshToken: refreshToken!, clientId: 'app' }).accessToken).not.toBe(accessToken);
});

it('rejects a one-time refresh token after its use, and after its time', () => {
  const clientId = 'app';
  const grants = new Grants({ ...options, singleUseRefreshSeconds: 60 });
  const first = issue(grants);
  const second = grants.refresh({ refreshToken: first.refreshToken!, clientId });
  expect(() => grants.refresh({ refreshToken: first.refreshToken!, clientId })).toThrow('revoked');
  expect(grants.refresh({ refreshToken: second.refreshToken!, clientId }).refreshToken).not.toBe(second.refreshToken);
  const over = new Grants({ ...options, singleUseRefreshSeconds: -1 });
  expect(() => over.refresh({ refreshToken: issue(over).refreshToken!, clientId })).toThrow('revoked');
});

it.each(['accessToken', 'refreshToken'] as const)(
  'returns the same pair, as Box does, until the new %s is used',
  (used) => {
    const clientId = 'app';
    const grants = new Grants({ ...options, singleUseRefreshSeconds: 60 });
    grants.usedRefresh = 'same-answer';
    const { refreshToken } = issue(grants);
    const pair = grants.refresh({ refreshToken: refreshToken!, clientId });
    expect(grants.refresh({ refreshToken: refreshToken!, clientId })).toEqual(pair);
    if (used === 'accessToken') grants.check(pair.accessToken);
    else grants.refresh({ refreshToken: pair.refreshToken!, clientId });
    expect(() => grants.refresh({ refreshToken: refreshToken!, clientId })).toThrow('revoked');
  },
);
