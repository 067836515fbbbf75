import { type InvitableRole, invites } from '@sheaf/contract';
import { mailTo } from './mailbox.ts';
import { callAs, newPerson, type Person } from './people.ts';

/** Joins the owner's workspace; their calls are made there. */
export async function colleagueOf(owner: Person, name: string, role: InvitableRole = 'member') {
  const colleague = await newPerson({ name });
  await owner.call(invites.create, { body: { email: colleague.email, role } });
  const slug = /\/accept-member-invite\/(\S+)/.exec((await mailTo(colleague.email, /invites you to/)).text)![1]!;
  const { organization_id } = (await colleague.call(invites.accept, { body: { slug } })).data;
  return {
    ...colleague,
    organizationId: organization_id,
    there: callAs(colleague.token, { Organization: organization_id }),
  };
}
