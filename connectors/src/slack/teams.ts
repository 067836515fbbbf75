import type { Gateway } from './gateway.ts';
import { listOf, nextOf, type Paged, textOf } from './wire.ts';

/**
 * A workspace. A token of an organization (Enterprise Grid) covers all its workspaces, which form one account: its
 * lists are requested by workspace.
 */
export interface Team {
  id: string;
  name: string;
  /** The arguments of a call for a list of this workspace. */
  args: { team_id?: string };
}

/** The only workspace of a token, which need not be named. */
export const onlyTeam: readonly Team[] = [{ id: '', name: '', args: {} }];

const PAGE = 1000;
const MAX_PAGES = 20;

/** The workspaces that have approved the app, by id. */
export async function readTeams(gateway: Gateway): Promise<readonly Team[]> {
  const teams: Team[] = [];
  let cursor = '';
  for (let page = 1; page <= MAX_PAGES; page++) {
    const args = { limit: PAGE, ...(cursor !== '' && { cursor }) };
    const answer = await gateway.call<Paged & { teams: { id?: string; name?: string }[] }>('auth.teams.list', args);
    for (const { id, name } of listOf(answer.teams)) {
      const team_id = textOf(id);
      if (team_id !== '') teams.push({ id: team_id, name: textOf(name), args: { team_id } });
    }
    cursor = nextOf(answer);
    if (cursor === '') break;
  }
  return teams.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The workspace of a page, and Slack’s cursor in its list. A workspace that the app may no longer see is skipped. */
export function teamPage(teams: readonly Team[], page: string | null): { team: Team | undefined; cursor: string } {
  if (teams === onlyTeam || page === null) return { team: teams[0], cursor: page ?? '' };
  const [id = '', cursor = ''] = page.split(' ');
  const team = teams.find((one) => one.id >= id);
  return { team, cursor: team?.id === id ? cursor : '' };
}

/** The next page’s cursor; '' at the end of the last workspace. */
export function nextTeamPage(teams: readonly Team[], team: Team, cursor: string): string {
  if (teams === onlyTeam) return cursor;
  if (cursor !== '') return `${team.id} ${cursor}`;
  const following = teams[teams.indexOf(team) + 1];
  return following ? `${following.id} ` : '';
}
