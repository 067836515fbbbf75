import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { memberOf } from '../../testing/member.ts';
import type { TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { findEvidence } from './answers/find-evidence.ts';
import { ask, lease, newThread, readFiles, someone as someoneIn } from './testing/conversations.ts';

const { ai } = contract;
const app = await forThisFile(testApp());
const someone = (files?: Parameters<typeof someoneIn>[1]) => someoneIn(app, files);

describe('suggestions', () => {
  it('are questions that it can answer', async () => {
    const { me } = await someone([
      { name: 'Lease agreement.txt', bytes: 'How much notice this agreement asks for: three months. It is a lease.' },
      { name: 'Please read.txt', bytes: 'Nothing else.' },
    ]);
    const suggested = (await me.call(ai.suggestions)).data;
    expect(suggested).toContain('How much notice does “Lease agreement” ask for?');
    expect(suggested.join()).not.toContain('notice does “Please read”');
    const thread = await newThread(me);
    for (const question of suggested) expect((await ask(me, thread, question)).supported).toBe(true);
  });

  it('contain none that would be answered from another document', async () => {
    const { me } = await someone([
      { name: 'Start here.txt', bytes: '2026' },
      { name: 'Mietvertrag.txt', bytes: 'Start here: die Miete beträgt 900 Euro im Monat und ist am Ersten fällig.' },
    ]);
    const suggested = (await me.call(ai.suggestions)).data;
    expect(suggested.join()).not.toContain('Start here');
    expect(suggested).toContain('What does “Mietvertrag” say?');
  });

  it('are computed once, and not too often', async () => {
    const { me, account } = await someone([{ name: 'Lease agreement.txt', bytes: lease }]);
    const { pool } = app.services;
    const suggested = (await me.call(ai.suggestions)).data;
    expect(suggested).not.toEqual([]);
    const eraseTexts = `update passages set body = 'x', tsv = to_tsvector('simple', 'x'), code = null where organization_id = $1`;
    await pool.query(eraseTexts, [me.organizationId]);
    // Nothing has an answer any more, but the result is still cached.
    expect((await me.call(ai.suggestions)).data).toEqual(suggested);
    await pool.query('update throttles set count = 20 where key = $1', [`suggestions ${me.id}`]);
    await readFiles(app, me, account, [{ name: 'Other lease.txt', bytes: 'The rent of this lease is 900 euros.' }]);
    expect((await me.call(ai.suggestions)).data).toEqual(suggested);
    await pool.query('update throttles set count = 0 where key = $1', [`suggestions ${me.id}`]);
    await readFiles(app, me, account, [{ name: 'Third lease.txt', bytes: 'The deposit of this lease is 100 euros.' }]);
    expect((await me.call(ai.suggestions)).data).not.toEqual(suggested);
  });

  it('are limited to as many requests as a person would make', async () => {
    const { me } = await someone([{ name: 'Lease agreement.txt', bytes: lease }]);
    for (let n = 0; n < 20; n++) await me.call(ai.suggestions);
    expect((await failure(me.call(ai.suggestions))).status).toBe(429);
  });

  it('are read with the lowest priority, and reading serves a person who asks later, however much others wait for', async () => {
    const [busy, quiet] = [(await someone()).me, (await someone()).me];
    const line = await app.services.pool.connect();
    await line.query('begin; lock table passages in access exclusive mode');
    const order: string[] = [];
    const read = (who: TestPerson, name: string, inBackground = false) => {
      const where = { scope: {}, excludedSources: [], inBackground };
      return findEvidence(app.services, memberOf(who), 'notice', where, 5).then(() => order.push(name));
    };
    const all = [read(busy, 'first')];
    for (let n = 0; n < 3; n++) all.push(read(busy, 'suggestion', true), read(busy, 'busy'));
    all.push(read(quiet, 'quiet'));
    await line.query('commit');
    line.release();
    await Promise.all(all);
    expect(order.slice(0, 3)).toEqual(['first', 'quiet', 'busy']);
    expect(order.slice(-3)).toEqual(['suggestion', 'suggestion', 'suggestion']);
  });
});
