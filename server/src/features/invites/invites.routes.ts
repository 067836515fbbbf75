import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { acceptAsNewcomer, acceptSignedIn, describeInvitation } from './accept.ts';
import { invite, pageOfInvitations, resendInvitation, revoke } from './invite.ts';

const { invites } = contract;

export const inviteRoutes = [
  answer(invites.list, ({ viewer, query }, services) => pageOfInvitations(services, viewer, query)),
  answer(invites.create, ({ viewer, body }, services) => {
    const emails = [...(body.emails ?? []), ...(body.email ? [body.email] : [])];
    return invite(services, viewer, emails, { role: body.role, groupIds: body.group_ids });
  }),
  answer(invites.revoke, ({ viewer, params }, services) => revoke(services, viewer, params.id).then(done)),
  answer(invites.resend, ({ viewer, params }, services) => resendInvitation(services, viewer, params.id)),
  answer(invites.accept, ({ viewer, body }, services) => acceptSignedIn(services, viewer, body.slug)),
  answer(invites.validate, ({ body, client }, services) => describeInvitation(services, client, body.slug)),
  answer(invites.register, ({ params, body, client }, services) =>
    acceptAsNewcomer(services, client, params.slug, body),
  ),
];
