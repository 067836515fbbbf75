import type { Call, Method } from './call.ts';
import { conversationsInfo, conversationsList } from './calls/conversations.ts';
import { filesInfo } from './calls/files.ts';
import { history, replies } from './calls/messages.ts';
import { authTeamsList, authTest, userGroupsList, usersInfo, usersList } from './calls/people.ts';

const readers = ['channels:read', 'groups:read', 'im:read', 'mpim:read'];
const historians = ['channels:history', 'groups:history', 'im:history', 'mpim:history'];

function authRevoke({ world, token, args }: Call): object {
  if (args.get('test') === 'true') return { revoked: false };
  world.grants.revoke(token);
  return { revoked: true };
}

/** The implemented methods, with their published tiers. */
export const methods: Readonly<Record<string, Method>> = {
  'auth.test': { tier: 'special', scopes: [], run: authTest },
  'auth.teams.list': { tier: 2, scopes: [], run: authTeamsList },
  'auth.revoke': { tier: 3, scopes: [], run: authRevoke },
  'users.list': { tier: 2, scopes: ['users:read'], run: usersList },
  'users.info': { tier: 4, scopes: ['users:read'], run: usersInfo },
  'usergroups.list': { tier: 2, scopes: ['usergroups:read'], run: userGroupsList },
  'conversations.list': { tier: 2, scopes: readers, run: conversationsList },
  'conversations.info': { tier: 3, scopes: readers, run: conversationsInfo },
  'conversations.history': { tier: 3, scopes: historians, run: history },
  'conversations.replies': { tier: 3, scopes: historians, run: replies },
  'files.info': { tier: 4, scopes: ['files:read'], run: filesInfo },
};
