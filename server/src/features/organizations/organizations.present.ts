import type { Industry, Organization, Role } from '@sheaf/contract';
import { imageUrl } from '../../http/images.ts';

interface OrganizationRow {
  id: string;
  name: string;
  industry: string | null;
  logo_key: string | null;
  role: string;
}

export const presentOrganization = (row: OrganizationRow): Organization => ({
  id: row.id,
  name: row.name,
  logo: imageUrl(row.logo_key),
  industry: row.industry as Industry | null,
  role: row.role as Role,
});
