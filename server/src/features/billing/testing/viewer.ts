import { nothingHidden } from '../../../db/seen-by.ts';
import type { Member } from '../../../http/viewer.ts';
import type { TestPerson } from '../../../testing/people.ts';

/** The owner of a workspace, as use cases know them. */
export const ownerOf = ({ id, email, organizationId }: TestPerson): Member =>
  ({
    id,
    email,
    membership: {
      organizationId,
      role: 'owner',
      readOnly: false,
      groupIds: [] as string[],
      hidden: nothingHidden,
      viewVersion: '',
    },
  }) as Member;
