export const roles = ['owner', 'admin', 'member', 'guest'] as const;
export type Role = (typeof roles)[number];

const everyone = ['owner', 'admin', 'member', 'guest'] as const;
const managers = ['owner', 'admin'] as const;

/**
 * Who may do what inside an organization: one row per permission with the roles that have it. Calls name a permission;
 * docs/roles.md and the permission tests are generated from this table.
 */
export const policy = {
  'workspace.read': { roles: everyone, meaning: 'See the workspace, its name, logo and plan' },
  'workspace.update': { roles: managers, meaning: 'Change name, logo and industry of the workspace' },
  'workspace.delete': { roles: ['owner'], meaning: 'Delete the workspace, and restore it within 30 days' },
  'workspace.hand-over': { roles: ['owner'], meaning: 'Transfer ownership to another member' },
  'workspace.leave': {
    roles: everyone,
    meaning: 'Leave the workspace (the last owner has to transfer ownership first)',
  },
  'audit.read': { roles: managers, meaning: 'See and export the audit log of the workspace' },
  'workspace.secure': {
    roles: ['owner'],
    meaning: 'Require two-factor authentication of all members, allow public links',
  },
  'billing.read': { roles: managers, meaning: 'See cards, payments and the subscription of the workspace' },
  'billing.manage': { roles: ['owner'], meaning: 'Choose a plan, add and remove cards, cancel and resume' },
  'members.read': { roles: ['owner', 'admin', 'member'], meaning: 'See who belongs to the workspace' },
  'members.manage': { roles: managers, meaning: 'Change roles and remove members (owners: only by owners)' },
  'groups.manage': { roles: managers, meaning: 'Create groups, rename and delete them, choose who is in them' },
  'invites.manage': { roles: managers, meaning: 'Invite people, resend and revoke invitations' },
  'labels.own': { roles: everyone, meaning: 'Create and use own labels' },
  'collections.own': { roles: everyone, meaning: 'Create and use own collections' },
  'documents.read': { roles: everyone, meaning: 'See own documents and those shared with them' },
  'documents.edit': {
    roles: everyone,
    meaning: 'Change documents that were shared with them to edit, and their own (guests have none)',
  },
  'documents.share': {
    roles: ['owner', 'admin', 'member'],
    meaning: 'Share own documents with members and groups',
  },
  'links.manage': { roles: managers, meaning: 'See and revoke the public links of everyone in the workspace' },
  'ai.use': { roles: everyone, meaning: 'Ask questions about documents they can see' },
  'ai.manage': { roles: ['owner'], meaning: 'Turn AI chat off for the workspace, or exclude apps from answers' },
  'api-keys.own': { roles: everyone, meaning: 'Create own API keys, for scripts and assistants' },
  'sources.own': { roles: ['owner', 'admin', 'member'], meaning: 'Connect apps and sync their files' },
} as const satisfies Record<string, { roles: readonly Role[]; meaning: string }>;

export type Permission = keyof typeof policy;

export function may(role: Role, permission: Permission): boolean {
  return (policy[permission].roles as readonly Role[]).includes(role);
}

/** Whether somebody in one role may change or remove somebody in another: only owners manage owners. */
export function mayManage(role: Role, other: Role): boolean {
  return may(role, 'members.manage') && (other !== 'owner' || role === 'owner');
}
