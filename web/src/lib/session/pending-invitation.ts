import { tabKeys } from './storage-keys.ts';

/** An invitation that someone opened and can accept once they are signed in. */
export const pendingInvitation = {
  get slug(): string | null {
    return sessionStorage.getItem(tabKeys.invitation);
  },
  /** The invited address, if known. */
  get email(): string {
    return sessionStorage.getItem(tabKeys.invitedEmail) ?? '';
  },
  remember(slug: string, email = ''): void {
    sessionStorage.setItem(tabKeys.invitation, slug);
    sessionStorage.setItem(tabKeys.invitedEmail, email);
  },
  forget(): void {
    sessionStorage.removeItem(tabKeys.invitation);
    sessionStorage.removeItem(tabKeys.invitedEmail);
  },
};
