import type { ServerEvent } from '@sheaf/contract';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { lacksTwoFactor } from '../../db/lacks-two-factor.ts';
import { type Member, sessionIdOf } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';

/** Unread bytes per stream, for a client that does not read. */
const maxUnread = 256 * 1024;

interface Stream {
  viewer: Member;
  reply: FastifyReply;
}

/** The name of a member in notifications. */
const memberKey = (organizationId: string, userId: string): string => `${organizationId} ${userId}`;
const keyOf = ({ viewer }: Stream): string => memberKey(viewer.membership.organizationId, viewer.id);

/** The open event streams by member, with each member's groups for notifications about what a group sees. */
export class Streams {
  readonly #services: Services;
  readonly #byMember = new Map<string, Set<Stream>>();
  readonly #principals = new Map<string, ReadonlySet<string>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Whether anyone with an open stream here is this principal or in this group. */
  serves(principal: string): boolean {
    return this.#membersOf(principal).length > 0;
  }

  #membersOf(principal: string): string[] {
    if (this.#byMember.has(principal)) return [principal];
    return [...this.#principals].filter(([, principals]) => principals.has(principal)).map(([member]) => member);
  }

  /** The member and their groups, as notifications name them. */
  async principalsOf({ id, membership }: Member): Promise<string[]> {
    const { organizationId } = membership;
    const { rows } = await sql<{ ids: string[] }>`select principals_of(${organizationId}, ${id}) as ids`.execute(
      this.#services.db,
    );
    return rows[0]!.ids.map((principal) => memberKey(organizationId, principal));
  }

  add(viewer: Member, principals: readonly string[], reply: FastifyReply): void {
    const stream = { viewer, reply };
    const member = keyOf(stream);
    const theirs = this.#byMember.get(member) ?? new Set();
    this.#byMember.set(member, theirs.add(stream));
    this.#principals.set(member, new Set(principals));
    const remove = () => {
      if (!theirs.delete(stream)) return;
      if (theirs.size > 0 || this.#byMember.get(member) !== theirs) return;
      this.#byMember.delete(member);
      this.#principals.delete(member);
    };
    reply.raw.on('close', remove);
    // The stream may have closed while the caller looked up the principals.
    if (reply.raw.destroyed) remove();
  }

  /** Sends an event to a member, after checking that their session is still valid. */
  async send(member: string, event: ServerEvent): Promise<void> {
    const theirs = [...(this.#byMember.get(member) ?? [])];
    for (const stream of await this.#stillSignedIn(theirs)) write(stream, `data: ${JSON.stringify(event)}\n\n`);
  }

  /** Sends an event without content, which needs no check of the session. */
  async signal(principal: string, event: { type: 'documents' }): Promise<void> {
    const [stream] = this.#byMember.get(principal) ?? [];
    try {
      // Joining or leaving a group notifies the member by their own name.
      const principals = stream && (await this.principalsOf(stream.viewer));
      if (principals && this.#byMember.has(principal)) this.#principals.set(principal, new Set(principals));
    } finally {
      for (const member of this.#membersOf(principal))
        for (const each of this.#byMember.get(member) ?? []) write(each, `data: ${JSON.stringify(event)}\n\n`);
    }
  }

  resync(): void {
    const event: ServerEvent = { type: 'resync' };
    for (const stream of this.#all()) write(stream, `data: ${JSON.stringify(event)}\n\n`);
  }

  /** Pings all streams. They stay open for hours, so those whose session or membership has ended are closed. */
  async keepAlive(): Promise<void> {
    for (const stream of await this.#stillSignedIn(this.#all())) write(stream, ': still here\n\n');
  }

  end(): void {
    for (const { reply } of this.#all()) reply.raw.end();
  }

  #all(): Stream[] {
    return [...this.#byMember.values()].flatMap((streams) => [...streams]);
  }

  async #stillSignedIn(asked: readonly Stream[]): Promise<Stream[]> {
    if (asked.length === 0) return [];
    const { rows } = await sql<{ id: string; member: string; principals: string[] }>`
      select s.id, m.organization_id || ' ' || m.user_id as member,
        array(select m.organization_id || ' ' || p from unnest(principals_of(m.organization_id, m.user_id)) p) as principals
      from sessions s
      join users u on u.id = s.user_id
      join memberships m on m.user_id = s.user_id
      join organizations o on o.id = m.organization_id and o.deleted_at is null
      where s.id = any(${asked.map(({ viewer }) => sessionIdOf(viewer))}::uuid[]) and s.expires_at > now()
        and not ${sql.raw(lacksTwoFactor)}`.execute(this.#services.db);
    for (const { member, principals } of rows)
      if (this.#byMember.has(member)) this.#principals.set(member, new Set(principals));
    const valid = new Set(rows.map(({ id, member }) => `${id} ${member}`));
    const isValid = (stream: Stream) => valid.has(`${sessionIdOf(stream.viewer)} ${keyOf(stream)}`);
    for (const stream of asked) if (!isValid(stream)) stream.reply.raw.end();
    return asked.filter(isValid);
  }
}

function write({ reply }: Stream, text: string): void {
  if (reply.raw.writableLength > maxUnread) reply.raw.destroy();
  else reply.raw.write(text);
}
