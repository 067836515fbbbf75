import { documents } from '@sheaf/contract';
import { call } from '../../../lib/http.ts';
import { organizationKey } from '../../../lib/organization-key.ts';
import { pagedOptions } from '../../../lib/paged-list.ts';

/** Contents one has several times, by the bytes wasted. */
export const duplicatesQuery = () =>
  pagedOptions([...organizationKey('documents'), 'duplicates'], (query, signal) =>
    call(documents.duplicates, { query, signal }),
  );
