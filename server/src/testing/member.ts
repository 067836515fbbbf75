import { nothingHidden } from '../features/access/index.ts';
import type { Member } from '../http/viewer.ts';
import type { TestPerson } from './people.ts';

/** A member as use cases expect it, for tests that don't use the API: an owner without groups, with their session. */
export const memberOf = ({ id, email, sessionId, organizationId }: TestPerson, viewVersion = ''): Member =>
  ({
    id,
    email,
    from: { ip: '127.0.0.1', userAgent: 'test' },
    credential: { kind: 'session', id: sessionId },
    membership: {
      organizationId,
      role: 'owner',
      readOnly: false,
      groupIds: [] as string[],
      hidden: nothingHidden,
      viewVersion,
    },
  }) as Member;
