import { ConnectorError } from '../kit/errors.ts';
import type { Correspondent } from '../kit/threads.ts';
import type { Gateway } from './gateway.ts';
import { nextTeamPage, onlyTeam, readTeams, type Team, teamPage } from './teams.ts';
import { listOf, nextOf, type Paged, type SlackChannel, type SlackUser, textOf } from './wire.ts';

const PAGE = 1000;
/** The limits of stored people and channels; others are requested one by one. */
const MAX_PAGES = 20;
const MAX_SINGLE = 200;
const maxNameLength = 255;

interface Self {
  /** The id of the workspace, or of the organization (Enterprise Grid) that the token is for. */
  team_id: string;
  isOrganization: boolean;
  user_id: string;
  team: string;
  /** The workspace’s address on the web. */
  url: string;
}

interface SelfAnswer extends Omit<Self, 'isOrganization'> {
  enterprise_id?: string;
  is_enterprise_install?: boolean;
}

/**
 * The people and channels of the workspace, or of all workspaces of the organization that the app may see. Read when
 * first needed, and kept while the account is open.
 */
export class Directory {
  readonly #gateway: Gateway;
  readonly #people = new Map<string, Correspondent>();
  /** The handles that appear in names of group messages. */
  readonly #handles = new Map<string, string>();
  readonly #channels = new Map<string, SlackChannel>();
  readonly #groups = new Map<string, string>();
  /** The workspace under which a channel was listed; direct messages are listed under each. */
  readonly #teamOf = new Map<string, Team>();
  #teams: Promise<readonly Team[]> | undefined;
  #self: Promise<Self> | undefined;
  #everybody: Promise<void> | undefined;
  #everywhere: Promise<void> | undefined;
  #allGroups: Promise<void> | undefined;
  #single = 0;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  self(): Promise<Self> {
    this.#self ??= this.#askSelf().catch((error) => {
      this.#self = undefined;
      throw error;
    });
    return this.#self;
  }

  /** One person, without reading the list of everyone. */
  async person(id: string): Promise<Correspondent> {
    const { user } = await this.#gateway.call<{ user: SlackUser }>('users.info', { user: id });
    return personOf(user);
  }

  /** Loads these people for `nameOf`: all at once, and only those from elsewhere one by one. */
  async learn(ids: Iterable<string>, signal: AbortSignal): Promise<void> {
    this.#everybody ??= this.#readUsers(signal).catch((error) => {
      this.#everybody = undefined;
      throw error;
    });
    await this.#everybody;
    for (const id of ids) {
      if (this.#people.has(id) || this.#single >= MAX_SINGLE) continue;
      this.#single++;
      this.#people.set(id, await this.person(id).catch((error) => unknownUser(error, id)));
    }
  }

  /** Names of user groups are optional: a token without that permission still reads messages. */
  async learnGroups(signal: AbortSignal): Promise<void> {
    this.#allGroups ??= this.#readGroups(signal);
    await this.#allGroups;
  }

  /** People loaded by `learn`. */
  whoIs = (id: string): Correspondent => this.#people.get(id) ?? { id, name: 'Unknown user' };
  isKnown = (id: string): boolean => this.#people.has(id);
  groupName = (id: string): string => this.#groups.get(id) ?? 'group';
  channelName = (id: string): string => this.#channels.get(id)?.name ?? 'channel';

  /** A page of all channels, direct messages and group messages, one workspace after the other. */
  async channelPage(page: string | null): Promise<{ channels: readonly SlackChannel[]; next: string }> {
    const teams = await this.#allTeams();
    const { team, cursor } = teamPage(teams, page);
    if (!team) return { channels: [], next: '' };
    const types = 'public_channel,private_channel,mpim,im';
    const args = { types, limit: PAGE - 1, ...team.args, ...(cursor !== '' && { cursor }) };
    const answer = await this.#gateway.call<Paged & { channels: SlackChannel[] }>('conversations.list', args);
    const isNew = ({ id }: SlackChannel) => typeof id === 'string' && (this.#teamOf.get(id) ?? team) === team;
    const channels = listOf(answer.channels).filter(isNew);
    for (const channel of channels) {
      this.#channels.set(channel.id, channel);
      this.#teamOf.set(channel.id, team);
    }
    return { channels, next: nextTeamPage(teams, team, nextOf(answer)) };
  }

  #allTeams(): Promise<readonly Team[]> {
    this.#teams ??= this.self()
      .then(({ isOrganization }) => (isOrganization ? readTeams(this.#gateway) : onlyTeam))
      .catch((error) => {
        this.#teams = undefined;
        throw error;
      });
    return this.#teams;
  }

  /** All channels are read in one or two calls; a newer one is requested on its own. */
  async channel(id: string): Promise<SlackChannel> {
    if (!this.#channels.has(id)) {
      this.#everywhere ??= this.#readChannels().catch((error) => {
        this.#everywhere = undefined;
        throw error;
      });
      await this.#everywhere;
    }
    const known = this.#channels.get(id);
    if (known) return known;
    const { channel } = await this.#gateway.call<{ channel: SlackChannel }>('conversations.info', { channel: id });
    this.#channels.set(id, channel);
    return channel;
  }

  /** The names known by now. */
  get channelCount(): number {
    return this.#channels.size;
  }

  /** '#general', or the other people of a direct message. Requires `learn`. */
  async titleOf({ id, name, user, is_im, is_mpim }: SlackChannel): Promise<string> {
    if (is_im && user !== undefined) return this.whoIs(user).name;
    // Every workspace of an organization has a channel #general.
    const team = this.#teamOf.get(id)?.name ?? '';
    if (!is_mpim) return cut(`#${name ?? id}${team === '' ? '' : ` (${team})`}`);
    // The name looks like mpdm-ada--bruno--chen-1.
    const handles = textOf(name)
      .replace(/^mpdm-|-\d+$/g, '')
      .split('--');
    const own = (await this.self()).user_id;
    const names = handles.map((handle) => this.#handles.get(handle) ?? handle);
    const others = names.filter((one) => one !== this.whoIs(own).name);
    return cut(others.join(', '));
  }

  async #askSelf(): Promise<Self> {
    const answer = await this.#gateway.call<SelfAnswer>('auth.test', {});
    const isOrganization = answer.is_enterprise_install === true;
    const organization = isOrganization ? textOf(answer.enterprise_id) : '';
    const [user_id, team, url] = [answer.user_id, answer.team, answer.url].map(textOf) as [string, string, string];
    return { team_id: organization || textOf(answer.team_id), isOrganization, user_id, team, url };
  }

  async #readUsers(signal: AbortSignal): Promise<void> {
    for (const team of await this.#allTeams()) await this.#readUsersOf(team, signal);
  }

  async #readUsersOf(team: Team, signal: AbortSignal): Promise<void> {
    let cursor = '';
    for (let page = 1; page <= MAX_PAGES; page++) {
      const args = { limit: PAGE, ...team.args, ...(cursor !== '' && { cursor }) };
      const answer = await this.#gateway.call<Paged & { members: SlackUser[] }>('users.list', args, signal);
      for (const user of listOf(answer.members)) {
        const person = personOf(user);
        this.#people.set(user.id, person);
        this.#handles.set(textOf(user.name), person.name);
      }
      cursor = nextOf(answer);
      if (cursor === '') return;
    }
  }

  async #readChannels(): Promise<void> {
    const maxPages = MAX_PAGES + (await this.#allTeams()).length;
    let cursor: string | null = null;
    for (let page = 1; page <= maxPages && cursor !== ''; page++) cursor = (await this.channelPage(cursor)).next;
  }

  async #readGroups(signal: AbortSignal): Promise<void> {
    try {
      for (const team of await this.#allTeams()) {
        const answer = await this.#gateway.call<{ usergroups: { id: string; handle?: string }[] }>(
          'usergroups.list',
          { include_disabled: true, ...team.args },
          signal,
        );
        for (const { id, handle } of listOf(answer.usergroups)) this.#groups.set(id, cut(textOf(handle)));
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ConnectorError)) throw error;
    }
  }
}

function personOf({ id, name, real_name, profile }: SlackUser): Correspondent {
  const { real_name: fullName, display_name, email, image_72 } = profile ?? {};
  const shown = [fullName, real_name, display_name, name].map(textOf).find((one) => one !== '');
  return {
    id,
    name: cut(shown ?? 'Unknown user'),
    ...(textOf(email) !== '' && { address: textOf(email) }),
    ...(textOf(image_72) !== '' && { avatarUrl: textOf(image_72) }),
  };
}

/** People of other workspaces may be hidden from this one; other errors are real. */
function unknownUser(error: unknown, id: string): Correspondent {
  const isHidden = error instanceof ConnectorError && ['not_found', 'forbidden'].includes(error.code);
  if (!isHidden) throw error;
  return { id, name: 'Unknown user' };
}

const cut = (name: string) => (name.length > maxNameLength ? name.slice(0, maxNameLength).toWellFormed() : name);
