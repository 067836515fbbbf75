import type { User } from '@sheaf/contract';
import { imageUrl } from '../../http/images.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { UserRow } from './auth.queries.ts';

export const presentUser = (row: UserRow): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  avatar: imageUrl(row.avatar_key),
  email_verified_at: row.email_verified_at?.toISOString() ?? null,
});

export const presentViewer = (viewer: Viewer): User =>
  presentUser({ ...viewer, avatar_key: viewer.avatarKey, email_verified_at: viewer.emailVerifiedAt });
