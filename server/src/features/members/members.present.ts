import type { Member, Role } from '@sheaf/contract';
import { imageUrl } from '../../http/images.ts';

export interface MemberRow {
  id: string;
  name: string;
  email: string;
  avatar_key: string | null;
  role: string;
  joined_at: Date;
  last_seen_at: Date | null;
}

export const presentMember = (row: MemberRow): Member => ({
  id: row.id,
  name: row.name,
  email: row.email,
  avatar: imageUrl(row.avatar_key),
  role: row.role as Role,
  joined_at: row.joined_at.toISOString(),
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
});
