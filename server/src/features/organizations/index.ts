export { createOrganization } from './create-organization.ts';
export { purgeOrganizations } from './delete-organization.ts';
export { lockOrganization } from './organizations.queries.ts';
export { organizationRoutes } from './organizations.routes.ts';
