import { useSuspenseQuery } from '@tanstack/react-query';
import { organizationInfoQuery, organizationsQuery } from '../../features/organizations/api/organizations.ts';

/** The current workspace; undefined for a moment where it has just been left. */
export function useWorkspace() {
  const { data: organizations } = useSuspenseQuery(organizationsQuery);
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  return organizations.find(({ id }) => id === info.id);
}
