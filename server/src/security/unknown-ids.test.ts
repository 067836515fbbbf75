import { startStripe } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { newId } from '../platform/uuid.ts';
import { person } from '../testing/people.ts';
import { testApp } from '../testing/test-app.ts';
import { inputOf, positions, put, send } from './testing/id-places.ts';
import { stateOf, thingsOf } from './testing/things.ts';

/**
 * Tries every list of ids in the contract with an existing and an unknown id: the answer names the latter, and nothing
 * is done.
 */

const stripe = await forThisFile(startStripe());
const app = await forThisFile(testApp({}, { stripe }));
const owner = await person(app);
const colleague = await person(app, { organizationId: owner.organizationId, role: 'member' });
// People can't share with themselves.
const own = { ...(await thingsOf(app, owner)), person: colleague.id };
await app.services.pool.query(`update source_accounts set status = 'connected'`);

const lists = positions
  .filter(({ isList }) => isList)
  .map((position) => ({ ...position, title: `${position.name} ${position.path.join('.')}` }));

describe('an unknown id in a list', () => {
  it.each(lists)('is named, and nothing is done: $title', async (position) => {
    const unknown = newId();
    const before = await stateOf(app, owner, own);
    const input = inputOf(position, own);
    put(input, position, [own[position.kind], unknown]);
    const { status, json } = await send(app, position.endpoint, input, owner.headers);
    expect([status, json.code], json.message).toEqual([404, 'not_found']);
    expect(json.errors[position.path.join('.')].join()).toContain(unknown);
    expect(await stateOf(app, owner, own)).toEqual(before);
  });

  it('is tried in every list that has ids', () => {
    expect(lists.length).toBeGreaterThan(20);
  });
});
