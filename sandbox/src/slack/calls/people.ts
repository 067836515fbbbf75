import { type Call, limitOf, pageOf, teamOf } from '../call.ts';
import { SlackError } from '../errors.ts';
import { happens } from '../oddities.ts';
import type { User } from '../workspace/types.ts';

export function authTest({ world, user }: Call): object {
  const { team, enterprise } = world;
  const url = `https://${team.domain}${enterprise ? '.enterprise' : ''}.slack.com/`;
  if (enterprise) {
    const { id, name } = enterprise;
    const self = { user: user.name, user_id: user.id, enterprise_id: id, is_enterprise_install: true };
    return { url, team: name, team_id: id, ...self };
  }
  return { url, team: team.name, user: user.name, team_id: team.id, user_id: user.id, is_enterprise_install: false };
}

/** The workspaces of an organization that have approved the app. */
export function authTeamsList(call: Call): object {
  const page = pageOf(call, 'team', call.world.teams, limitOf(call, 100, 1000));
  const teams = page.items.map(({ id, name }) => ({ id, name }));
  return { teams, response_metadata: page.response_metadata };
}

export function usersList(call: Call): object {
  teamOf(call);
  const shown = [...call.world.users.values()].filter((user) => !isHidden(call, user));
  const page = pageOf(call, 'user', shown, limitOf(call, 1000, 1000));
  const members = page.items.map((user) => described(call, user));
  return { members, cache_ts: Math.floor(call.world.now() / 1000), response_metadata: page.response_metadata };
}

export function usersInfo(call: Call): object {
  const user = call.world.users.get(call.args.get('user') ?? '');
  if (!user || isHidden(call, user)) throw new SlackError('user_not_found');
  return { user: described(call, user) };
}

const isHidden = ({ world, user: caller }: Call, { id }: User): boolean =>
  id !== caller.id && happens(world.oddities, 'hiddenPeople', id);

export function userGroupsList(call: Call): object {
  const { world, args } = call;
  teamOf(call);
  const withUsers = args.get('include_users') === 'true';
  const usergroups = world.groups.map(({ id, handle, name, users }) => ({
    id,
    team_id: world.team.id,
    is_usergroup: true,
    name,
    handle,
    is_external: false,
    date_delete: 0,
    ...(withUsers && { users }),
    user_count: users.length,
  }));
  return { usergroups };
}

function described({ world, scopes }: Call, user: User): object {
  const { id, name, realName, displayName, email, isBot, isDeleted } = user;
  const image = `${world.url}/avatars/${id}_72.png`;
  return {
    id,
    team_id: world.team.id,
    name,
    deleted: isDeleted,
    ...(!isDeleted && { real_name: realName, tz: 'Europe/Stockholm', is_admin: name === 'ada' }),
    profile: {
      real_name: realName,
      display_name: displayName,
      real_name_normalized: realName,
      display_name_normalized: displayName,
      image_72: image,
      team: world.team.id,
      // Without the scope, the address is absent rather than refused.
      ...(email !== null && scopes.includes('users:read.email') && { email }),
    },
    is_bot: isBot,
    is_app_user: false,
  };
}
