export { type MemberRow, presentMember } from './members.present.ts';
export { countSeats } from './members.queries.ts';
export { memberRoutes } from './members.routes.ts';
