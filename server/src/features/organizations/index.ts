export { createOrganization } from './create-organization.ts';
export { deleteBytes, deleteBytesSoon } from './delete-organization.ts';
export { lockAs, lockOrganization } from './lock.ts';
export {
  deleteMembership,
  eraseMembership,
  insertMembership,
  markMemberRemoved,
  noteMemberSeen,
  setRole,
} from './memberships.queries.ts';
export { eraseOrganization, lockEvenDeleted, lockExpired, setPlan } from './organizations.queries.ts';
export { organizationRoutes } from './organizations.routes.ts';
