export { limitMails } from './invite.ts';
export { endInvitationToShare, inviteGuests, mailInvited } from './invite-to-share.ts';
export { type GuestInvitation, membersAmong, validAmong } from './invites.queries.ts';
export { inviteRoutes } from './invites.routes.ts';
