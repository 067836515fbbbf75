/** Every key the page keeps in the browser. */
export const storageKeys = {
  /** Also read by public/early.js. */
  token: 'token',
  organization: 'org_id',
  /** The organization the person switched to; takes precedence over `org_id`. */
  newOrganization: 'new_org_id',
  /** When the account was registered, ISO 8601. */
  registeredAt: 'date',
  /** '1': do not show the onboarding modal again. */
  onboardingSeen: 'show',
  /** Slug of the source that is being connected. */
  source: 'source',
  /** Also read by public/early.js. */
  theme: 'theme',
  sidebar: 'sidebar',
  /** Addresses for resuming unfinished uploads. */
  uploads: 'uploads',
  /** '1': documents are shown as a grid. */
  grid: 'grid',
  /** Columns of the list that are always shown (+) or never (-), as '+owner -size'. */
  columns: 'columns',
  /** '1': the places in the sidebar are collapsed. */
  places: 'places',
} as const;

/** Keys that live as long as the tab. */
export const tabKeys = {
  /** The content of local storage when the connection was lost. */
  kept: 'kept',
  /** The page someone wanted when they were asked to sign in. */
  returnPath: 'return_path',
  /** '1': the server ended the session; the sign-in page says so. */
  sessionEnded: 'session_ended',
  /** When the page was last reloaded because the plan of the organization could not be loaded. */
  organizationReset: 'organization_reset',
  /** A message to show after the next page load. */
  flash: 'flash',
  /** Slug of an invitation to accept after signing in, and the address it is for. */
  invitation: 'invitation',
  invitedEmail: 'invited_email',
  /** '1': the onboarding modal was closed in this tab. */
  onboardingClosed: 'onboarding_closed',
  /** Id of the account that is being reconnected. */
  reconnecting: 'reconnecting',
  /** Key of the access that is being allowed for this account. */
  allowing: 'allowing',
  /** '1': the account is connected from the setup guide, which is shown again afterwards. */
  connectingInGuide: 'connecting_in_guide',
} as const;
