import type { common, users } from 'dropbox';
import type { Person } from '../../shared/people.ts';
import { seededId } from '../../shared/random.ts';
import type { Oddities } from './oddities.ts';
import type { FolderNode, Tree } from './tree.ts';

export interface Account {
  person: Person;
  uid: string;
  /** "dbid:" and 35 characters. */
  accountId: string;
  tree: Tree;
  /** The default root of paths: the account’s root, or a team member’s own folder. */
  home: FolderNode;
  rootNamespace: string;
  homeNamespace: string;
  quota: number;
  oddities: Oddities;
  /** By id: the number of lookups that still don’t find a new item. */
  unseen: Map<string, number>;
  /** The namespaces that are being written to. */
  locked: Set<string>;
}

export const accountId = (person: Person) => `dbid:${seededId(`dropbox/${person.key}`, 35)}`;
export const isTeamMember = (account: Account) => account.rootNamespace !== account.homeNamespace;

export function fullAccount(account: Account): users.FullAccount {
  const { person } = account;
  const [given = '', surname = ''] = person.name.split(' ');
  return {
    account_id: account.accountId,
    name: {
      given_name: given,
      surname,
      familiar_name: given,
      display_name: person.name,
      abbreviated_name: `${given[0]}${surname[0]}`,
    },
    email: person.email,
    email_verified: true,
    disabled: false,
    country: 'SE',
    locale: 'en',
    referral_link: `https://www.dropbox.com/referrals/${seededId(account.uid, 22)}`,
    is_paired: false,
    ...(isTeamMember(account) ? { team: team(), team_member_id: `dbmid:${seededId(account.uid, 34)}` } : {}),
    account_type: { '.tag': isTeamMember(account) ? 'business' : 'basic' },
    root_info: rootInfo(account),
  };
}

export function rootInfo(account: Account): common.TeamRootInfoReference | common.UserRootInfoReference {
  const ids = { root_namespace_id: account.rootNamespace, home_namespace_id: account.homeNamespace };
  if (!isTeamMember(account)) return { '.tag': 'user', ...ids };
  return { '.tag': 'team', ...ids, home_path: `/${account.home.name}` };
}

export function spaceUsage(account: Account): users.SpaceUsage {
  const used = account.tree.used;
  if (!isTeamMember(account)) return { used, allocation: { '.tag': 'individual', allocated: account.quota } };
  return {
    used,
    allocation: {
      '.tag': 'team',
      used,
      allocated: account.quota,
      user_within_team_space_allocated: 0,
      user_within_team_space_limit_type: { '.tag': 'off' },
      user_within_team_space_used_cached: used,
    },
  };
}

function team(): users.FullTeam {
  return {
    id: `dbtid:${seededId('dropbox/team', 35)}`,
    name: 'Meridian Ltd',
    sharing_policies: {
      shared_folder_member_policy: { '.tag': 'anyone' },
      shared_folder_join_policy: { '.tag': 'from_anyone' },
      shared_link_create_policy: { '.tag': 'default_team_only' },
      group_creation_policy: { '.tag': 'admins_only' },
      shared_folder_link_restriction_policy: { '.tag': 'anyone' },
      enforce_link_password_policy: { '.tag': 'optional' },
      default_link_expiration_days_policy: { '.tag': 'none' },
      shared_link_default_permissions_policy: { '.tag': 'default' },
    },
    office_addin_policy: { '.tag': 'disabled' },
    top_level_content_policy: { '.tag': 'admin_only' },
  };
}
