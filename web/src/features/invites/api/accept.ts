import { type CallInput, invites } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, session } from '../../../lib/api/http.ts';
import { storageKeys } from '../../../lib/session/storage-keys.ts';

/** The workspace and email of an invitation. */
export const invitationQuery = (slug: string) =>
  queryOptions({
    queryKey: ['invitation', slug],
    queryFn: async ({ signal }) => (await call(invites.validate, { body: { slug }, signal })).data,
    // The page shows the error.
    meta: { quiet: true },
  });

/** Joins with the current account, if the invitation is for its address. */
export const joinQuery = (slug: string, email: string) =>
  queryOptions({
    queryKey: ['invitation', slug, 'join', email],
    queryFn: async () => {
      const { data: invitation } = await call(invites.validate, { body: { slug } });
      const joined = invitation.email.toLowerCase() === email.toLowerCase();
      if (joined) await call(invites.accept, { body: { slug } });
      return { ...invitation, joined };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // The page shows the error.
    meta: { quiet: true },
  });

/** Registers the invited person and starts the session in the organization. */
export const registerInvited = mutationOptions({
  mutationFn: async ({ organizationId, ...input }: CallInput<typeof invites.register> & { organizationId: string }) => {
    const { data } = await call(invites.register, input);
    return { token: data.auth.token, organizationId };
  },
  onSuccess({ token, organizationId }) {
    session.start(token, organizationId);
    localStorage.setItem(storageKeys.registeredAt, new Date().toISOString());
  },
});
