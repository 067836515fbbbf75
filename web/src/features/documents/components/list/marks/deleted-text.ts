import type { Document } from '@sheaf/contract';
import { formatDate } from '../../../../../lib/format/format.ts';

/** For a document in the trash: ‘Deleted for good on 18 Dec 2026’. */
export const deletedText = ({ until }: NonNullable<Document['deleted']>): string =>
  `Deleted for good on ${formatDate(until)}`;
