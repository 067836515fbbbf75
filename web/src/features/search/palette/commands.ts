/** A page to go to, found by its name and other words for it. */
export interface Command {
  name: string;
  to: string;
  /** Synonyms. */
  words?: string;
  /** Left out for guests, who have no accounts. */
  needsAccounts?: true;
}

export const pages: readonly Command[] = [
  { name: 'Directory', to: '/directory', words: 'files documents home' },
  { name: 'Collections', to: '/collections' },
  { name: 'Duplicates', to: '/duplicates', words: 'copies twice same wasted space' },
  { name: 'AI chat', to: '/ai-chat', words: 'ask question' },
  { name: 'Switch cloud', to: '/switch-cloud', words: 'transfers move copy', needsAccounts: true },
  { name: 'Apps', to: '/apps', words: 'accounts sources sync connected' },
  { name: 'Members', to: '/members', words: 'team people' },
  { name: 'Invites', to: '/members/invites', words: 'invitations' },
  { name: 'Plan and billing', to: '/plans', words: 'payment cards subscription' },
  { name: 'General info', to: '/settings/profile/general-info', words: 'settings profile name avatar' },
  { name: 'Email settings', to: '/settings/profile/email-settings', words: 'address' },
  { name: 'Password and security', to: '/settings/profile/password-security', words: 'sessions settings' },
  { name: 'Notification settings', to: '/settings/profile/notifications', words: 'emails digest bell' },
  { name: 'Workspace settings', to: '/settings/workspace', words: 'organization logo' },
];

export const actions: readonly Command[] = [
  { name: 'Connect an app', to: '/apps', words: 'add source account google drive dropbox', needsAccounts: true },
  { name: 'Create a collection', to: '/collections', words: 'new add' },
  { name: 'Invite people', to: '/members/invites', words: 'add member' },
  { name: 'New transfer', to: '/switch-cloud/transfer', words: 'move copy files cloud', needsAccounts: true },
  { name: 'Add organization', to: '/organization-create', words: 'new workspace create' },
];

/** The commands in which every typed word is the start of a word. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const wanted = wordsOf(typed);
  return commands.filter(({ name, words = '' }) => {
    const known = wordsOf(`${name} ${words}`);
    return wanted.every((word) => known.some((other) => other.startsWith(word)));
  });
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);
