/** Every key the page keeps in the browser. */
export const storageKeys = {
  /** Also read by public/early.js. */
  token: 'token',
  organization: 'org_id',
  /** The organisation somebody switched to; goes before `org_id`. */
  newOrganization: 'new_org_id',
  /** When the account was registered, ISO 8601. */
  registeredAt: 'date',
  /** '1': the onboarding modal is not wanted again. */
  onboardingSeen: 'show',
  /** Slug of the source that is being connected. */
  source: 'source',
  /** Also read by public/early.js. */
  theme: 'theme',
  sidebar: 'sidebar',
  /** Where unfinished uploads can go on. */
  uploads: 'uploads',
  /** '1': documents are shown as a grid. */
  grid: 'grid',
} as const;

/** Keys that live as long as the tab. */
export const tabKeys = {
  /** What local storage held when the connection was lost. */
  kept: 'kept',
  /** Where somebody was going when they were asked to sign in. */
  returnPath: 'return_path',
  /** When the page was last reloaded because the plan of the organisation could not be loaded. */
  organizationReset: 'organization_reset',
  /** A message for the page that is loaded next. */
  flash: 'flash',
  /** Slug of an invitation to accept after signing in, and the address it is for. */
  invitation: 'invitation',
  invitedEmail: 'invited_email',
  /** Id of the account that is being connected again. */
  reconnecting: 'reconnecting',
} as const;
