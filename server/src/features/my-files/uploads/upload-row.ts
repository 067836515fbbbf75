import type { UploadPolicy } from '@sheaf/contract';
import { sql } from 'kysely';
import type { GrowingBlob } from '../../../platform/blobs/index.ts';

export type Outcome = 'created' | 'renamed' | 'replaced' | 'skipped';

export interface Upload extends GrowingBlob {
  organization_id: string;
  user_id: string;
  account_id: string;
  parent_id: string | null;
  folders: string[];
  name: string;
  mime_type: string | null;
  modified_at: Date | null;
  policy: UploadPolicy;
  label_id: string | null;
  collection_id: string | null;
  document_id: string | null;
  outcome: Outcome | null;
  expires_at: Date;
  /** The turn of the request that is changing it, or was when it died. */
  held_by: number | null;
}

export const uploadColumns = sql`id, organization_id, user_id, account_id, parent_id, folders, name, mime_type, modified_at,
  policy, label_id, collection_id, size, received, pieces, epoch, document_id, outcome, expires_at, held_by`;

/** Whether a request was or is being replaced while it wrote: there may be bytes that the row doesn't know. */
export const isUnclean = ({ epoch, held_by }: Upload): boolean => epoch > 0 || held_by !== null;
