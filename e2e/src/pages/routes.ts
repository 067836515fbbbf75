import { contract, labelColors } from '@sheaf/contract';
import { newEmail, type Person } from '../setup/people.ts';

export interface Screen {
  path: string;
  /** The title of the browser tab. */
  title: string;
  /** The page's first heading, if it differs from the title. */
  heading?: string;
}

/** For people who are not signed in. */
export const signedOutScreens: readonly Screen[] = [
  { path: '/login', title: 'Sign in' },
  { path: '/register', title: 'Create account', heading: 'Create your account' },
  { path: '/forgot-password', title: 'Forgot password', heading: 'Forgot your password?' },
];

/** The page of a fresh invitation, also for people who are not signed in. */
export async function invitationScreen({ name, call }: Person): Promise<Screen> {
  const { data } = await call(contract.invites.create, { body: { email: newEmail() } });
  return { path: new URL(data[0]!.link).pathname, title: 'Invitation', heading: `Join ${name}'s workspace` };
}

export const verificationScreen: Screen = {
  path: '/verification',
  title: 'Verify your email',
  heading: 'Check your inbox',
};

/** For everyone; people who are signed out are asked to sign in there. */
export const oauthScreen: Screen = { path: '/oauth', title: 'Connect an app', heading: 'No app to connect' };

/** For people with a verified address, in the frame with sidebar and header. */
export const mainScreens: readonly Screen[] = [
  { path: '/directory', title: 'Directory' },
  { path: '/collections', title: 'Collections' },
  { path: '/duplicates', title: 'Duplicates' },
  { path: '/ai-chat', title: 'AI chat' },
  { path: '/apps', title: 'Apps' },
  { path: '/switch-cloud', title: 'Switch cloud' },
  { path: '/members', title: 'Members' },
  { path: '/members/invites', title: 'Invites' },
  { path: '/plans', title: 'Plan and billing' },
];

export const settingsScreens: readonly Screen[] = [
  { path: '/settings/profile/general-info', title: 'Settings' },
  { path: '/settings/profile/email-settings', title: 'Settings' },
  { path: '/settings/profile/password-security', title: 'Settings' },
  { path: '/settings/profile/notifications', title: 'Settings' },
  { path: '/settings/workspace', title: 'Settings' },
  { path: '/settings/public-links', title: 'Settings' },
  { path: '/settings/audit-log', title: 'Settings' },
];

/** For people with a verified address, without the frame. */
export const framelessScreens: readonly Screen[] = [
  { path: '/switch-cloud/transfer', title: 'New transfer' },
  { path: '/plans/upgrade', title: 'Change plan' },
  { path: '/organization-create', title: 'New workspace' },
  { path: '/oauth/connect', title: 'Connect an app', heading: 'No app to connect' },
  { path: '/onboarding', title: 'Get started', heading: 'Personalization' },
  { path: '/onboarding?step=8', title: 'Get started', heading: 'You’re all set' },
];

/** Pages of a single object, created here for the person. */
export async function screensOfThings({ call }: Person): Promise<Screen[]> {
  const { data: label } = await call(contract.labels.create, { body: { name: 'Invoices', color: labelColors.teal } });
  const { data: collection } = await call(contract.collections.create, { body: { name: 'Spring launch' } });
  const [organization] = (await call(contract.organizations.list)).data;
  return [
    { path: `/labels/${label.id}?org=${organization!.id}`, title: label.name },
    { path: `/collections/${collection.id}?org=${organization!.id}`, title: collection.name },
  ];
}

/** Paths that redirect, and where a person with a verified address arrives. */
export const forwards: readonly { path: string; to: string }[] = [
  { path: '/', to: '/directory' },
  { path: '/settings', to: '/settings/profile/general-info' },
  { path: '/settings/profile', to: '/settings/profile/general-info' },
];
