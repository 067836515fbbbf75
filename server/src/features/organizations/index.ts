export { createOrganization } from './create-organization.ts';
export { forgetBytes, purgeOrganizations } from './delete-organization.ts';
export { lockAs, lockOrganization } from './lock.ts';
export { organizationRoutes } from './organizations.routes.ts';
