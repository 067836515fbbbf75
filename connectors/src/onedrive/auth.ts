import type { MoreAccess } from '../kit/connector.ts';
import { microsoftOAuth } from '../kit/microsoft/oauth.ts';

export const shared: MoreAccess = {
  key: 'shared',
  name: 'SharePoint libraries and shared folders',
  text: 'The libraries of SharePoint sites you follow, and folders of other people that you added to your OneDrive.',
  grantedBy:
    'If Microsoft says that you need approval, ask the Microsoft 365 administrator of your company to allow Sheaf.',
  scopes: ['Files.ReadWrite.All'],
};

/**
 * The profile, the person's own drive, and a refresh token. By default only an administrator can allow a company's
 * people more than their own files (Files.*.All and Sites.*), so that is requested only on demand.
 */
export const auth = microsoftOAuth({
  scopes: ['User.Read', 'Files.ReadWrite', 'offline_access'],
  needed: ['Files.ReadWrite', 'Files.ReadWrite.All'],
  refusal: 'Access to your files wasn’t granted',
  // Personal accounts have no sites, so Microsoft leaves that scope out.
  more: [{ access: shared, asksFor: [...shared.scopes, 'Sites.Read.All'] }],
});
