import { Grants } from '../shared/grants.ts';
import { type Person, people } from '../shared/people.ts';
import { seededId } from '../shared/random.ts';
import { friendly, type Oddities } from './oddities.ts';
import { type RateMode, Rates } from './rates.ts';
import { Channel, type ChannelKind } from './workspace/channel.ts';
import { type SlackFile, type Ts, tsOf, type User, type UserGroup } from './workspace/types.ts';

export interface WorldOptions {
  /** Another seed gives other ids and bulk messages. */
  seed: string;
  clientId: string;
  clientSecret: string;
  signingSecret: string;
  /** The app’s own token, with which it opens connections for events. */
  appToken: string;
  /** Tokens are valid for half a day, and are refreshed. Otherwise they never expire. */
  rotation: boolean;
  tokenKey: string | undefined;
  rates: RateMode;
  /** Tokens belong to an organization (Enterprise Grid) with two workspaces. */
  grid: boolean;
  /** The maximum number of messages on a page. */
  pageSize: number;
  /** The time, before it is advanced. */
  clock(): number;
}

export const appId = 'A04SHEAF001';

const HALF_A_DAY = 43_200;
const FOR_GOOD = 10 * 365 * 86_400;

/** The complete state of this Slack: one workspace, or an organization of two. */
export class World {
  readonly options: WorldOptions;
  readonly grants: Grants;
  readonly rates: Rates;
  readonly team = { id: 'T04LNDQVST', name: 'Lindqvist Studio', domain: 'lindqvist-studio' };
  readonly enterprise: { id: string; name: string } | null;
  readonly teams: readonly { id: string; name: string }[];
  readonly users = new Map<string, User>();
  readonly groups: UserGroup[] = [];
  readonly channels = new Map<string, Channel>();
  readonly files = new Map<string, SlackFile>();
  /** Tokens that were valid once, which Slack distinguishes from invented ones. */
  readonly knownTokens = new Set<string>();
  /** The server’s address. */
  url = '';
  /** How far the clock is ahead. */
  aheadMs = 0;
  oddities: Oddities = friendly;
  #lastMicros = 0;

  constructor(options: WorldOptions) {
    this.options = options;
    this.enterprise = options.grid ? { id: 'E04LNDQGRP', name: 'Lindqvist Group' } : null;
    this.teams = [this.team, ...(options.grid ? [{ id: 'T05HARBORW', name: 'Harbor Works' }] : [])];
    const prefixes = { access: options.rotation ? 'xoxe.xoxp-1-' : 'xoxp-', refresh: 'xoxe-1-' };
    const accessSeconds = options.rotation ? HALF_A_DAY : FOR_GOOD;
    this.grants = new Grants({ accessSeconds, prefixes, key: options.tokenKey, singleUseRefreshSeconds: FOR_GOOD });
    this.rates = new Rates(options.rates, options.pageSize, () => this.now());
    for (const person of people) this.addUser(person.key, person.name, { email: person.email });
  }

  now(): number {
    return this.options.clock() + this.aheadMs;
  }

  /** The time of a message posted now: at least a millisecond later than all before. */
  nextTs(): Ts {
    this.#lastMicros = Math.max(this.now() * 1000, this.#lastMicros + 1000);
    return tsOf(this.#lastMicros);
  }

  id(prefix: string, of: string): string {
    const text = seededId(`${this.options.seed}/${prefix}/${of}`, 24).replace(/[^a-z0-9]/gi, '');
    return `${prefix}0${text.slice(0, 9).toUpperCase()}`;
  }

  addUser(name: string, realName: string, more: Partial<User> = {}): User {
    const id = this.id('U', name);
    const displayName = realName.split(' ')[0]!;
    const user = { id, name, realName, displayName, email: null, isBot: false, isDeleted: false, ...more };
    this.users.set(user.id, user);
    return user;
  }

  /** Finds a person by their key or another handle. */
  user(name: string): User {
    const user = [...this.users.values()].find((one) => one.name === name);
    if (!user) throw new Error(`There is no user ${name}.`);
    return user;
  }

  userOf(person: Person['key']): User {
    return this.user(person);
  }

  addChannel(name: string, kind: ChannelKind, members: readonly string[], team: string = this.team.name): Channel {
    const prefix = kind === 'im' ? 'D' : kind === 'mpim' ? 'G' : 'C';
    const teamId = this.teams.find((one) => one.name === team)?.id;
    if (teamId === undefined) throw new Error(`There is no workspace ${team}.`);
    const id = this.id(prefix, teamId === this.team.id ? name : `${teamId}/${name}`);
    if (this.channels.has(id)) throw new Error(`There is a channel ${name}.`);
    const ids = members.map((member) => this.user(member).id);
    const channel = new Channel(id, kind, name, ids, Math.floor(Date.UTC(2026, 0, 5) / 1000));
    channel.teamId = teamId;
    this.channels.set(id, channel);
    return channel;
  }

  /** Finds a channel by its name or its id. */
  channel(name: string): Channel {
    const found = this.channels.get(name) ?? [...this.channels.values()].find((channel) => channel.name === name);
    if (!found) throw new Error(`There is no channel ${name}.`);
    return found;
  }
}
