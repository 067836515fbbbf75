export { departureHandler, endMembership } from './departures.ts';
export { purgeOrganizations } from './purge-organizations.ts';
export { removalRoutes } from './removals.routes.ts';
export { removeAccountHandler } from './remove-account.ts';
export { resumeRemovals } from './resume.ts';
