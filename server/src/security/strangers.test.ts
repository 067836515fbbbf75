import { type Endpoint, may, type Permission, policy } from '@sheaf/contract';
import { startStripe } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { newId } from '../platform/uuid.ts';
import { person, type TestPerson } from '../testing/people.ts';
import { testApp } from '../testing/test-app.ts';
import { inputOf, type Position, positions, put, send } from './testing/id-places.ts';
import { type Kind, stateOf, type Things, thingsOf } from './testing/things.ts';

/**
 * Tries an id of somebody else in every place of the contract where an id stands, as every kind of stranger: the answer
 * is the same as for an unknown id, and nothing of the owner's changes.
 */

const strangers = new Map<string, { who: TestPerson; own: Things }>();

const stripe = await forThisFile(startStripe());
const app = await forThisFile(testApp({}, { stripe }));
const host = await person(app);
const inHere = { organizationId: host.organizationId };
const victim = await person(app, { role: 'admin', ...inHere });
const theirs = await thingsOf(app, victim);
const outsider = await person(app);
strangers.set('owner of another workspace', { who: outsider, own: await thingsOf(app, outsider) });
strangers.set('owner of the same workspace', { who: host, own: await thingsOf(app, host) });
const member = await person(app, { role: 'member', ...inHere });
strangers.set('member of the same workspace', { who: member, own: await thingsOf(app, member) });
const guest = await person(app, { role: 'guest', ...inHere });
strangers.set('guest of the same workspace', { who: guest, own: await thingsOf(app, guest) });

async function ask(position: Position, who: TestPerson, own: Things, id: string) {
  const input = inputOf(position, own);
  put(input, position, position.isList ? [id] : id);
  const { status, body: text } = await send(app, position.endpoint, input, who.headers);
  return { status, text: text.replaceAll(id, 'the id').replace(/"request_id":"[^"]+"/, '') };
}

/** Colleagues know each other and their workspace; managers of members, invitations, groups and public links may. */
function isStranger(kind: Kind, who: string, { access, method }: Endpoint): boolean {
  if (kind === 'public link' && method === 'DELETE' && who === 'owner of the same workspace') return false;
  if (['organization', 'person', 'card', 'payment'].includes(kind)) return who === 'owner of another workspace';
  if (!['invitation', 'invite request', 'group'].includes(kind) || who === 'owner of another workspace') return true;
  return access in policy && !may(who.startsWith('owner') ? 'owner' : 'member', access as Permission);
}

const cases = [
  'owner of another workspace',
  'owner of the same workspace',
  'member of the same workspace',
  'guest of the same workspace',
].flatMap((who) =>
  positions
    .filter(({ kind, endpoint }) => isStranger(kind, who, endpoint))
    .map((position) => ({ ...position, who, title: `${position.name} ${position.path.join('.')}` })),
);

describe('an id of somebody else', () => {
  it.each(cases)('is treated as unknown: $title as $who', async (position) => {
    const { who, own } = strangers.get(position.who)!;
    const before = await stateOf(app, victim, theirs);
    const answer = await ask(position, who, own, theirs[position.kind]);
    expect(answer.status).toBeLessThan(500);
    expect(await stateOf(app, victim, theirs)).toEqual(before);
    expect(answer).toEqual(await ask(position, who, own, newId()));
  });

  it('is tried in every place that has one', () => {
    expect(positions.length).toBeGreaterThan(60);
    expect(cases.length).toBeGreaterThan(180);
  });
});
