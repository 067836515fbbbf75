import { expect, it, vi } from 'vitest';

vi.mock('../../lib/api/http.ts', () => ({ session: { organizationId: 'here' } }));
const { withOrganization } = await import('./carry-organization.ts');

it('adds the organization only to addresses of a document, folder, label or collection', () => {
  expect(withOrganization({ preview: 'd' }, 'here', false)).toEqual({ preview: 'd', org: 'here' });
  expect(withOrganization({ in: 'f', search: 'x' }, 'here', false)).toEqual({ in: 'f', search: 'x', org: 'here' });
  expect(withOrganization({}, 'here', true)).toEqual({ org: 'here' });
  expect(withOrganization({ search: 'x' }, 'here', false)).toEqual({ search: 'x' });
  expect(withOrganization({ place: 'a' }, 'here', false)).toEqual({ place: 'a' });
  expect(withOrganization({ preview: 'd' }, null, false)).toEqual({ preview: 'd' });
});

it('removes an organization that is no longer needed, and leaves another one for the guards', () => {
  expect(withOrganization({ org: 'here' }, 'here', false)).toEqual({});
  expect(withOrganization({ org: 'there' }, 'here', false)).toEqual({ org: 'there' });
});
