import { documents } from '@sheaf/contract';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { pagedOptions } from '../../../lib/api/paged-list.ts';

/** Duplicate contents of the person, by wasted bytes. */
export const duplicatesQuery = () =>
  pagedOptions([...organizationKey('documents'), 'duplicates'], (query, signal) =>
    call(documents.duplicates, { query, signal }),
  );
