import { Writable } from 'node:stream';
import { contract } from '@sheaf/contract';
import { startStripe } from '@sheaf/sandbox';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { cardNumbers, confirmInBrowser, saveCard } from './testing/desk.ts';

const { payment, subscription } = contract;

/** Card numbers go from the browser to the provider: requests, logs and the database never contain them. */
it('no digit of a card number appears in a request, a log or the database', async () => {
  const stripe = await startStripe();
  const seen: string[] = [];
  const lines = new Writable({
    write(line, _, next) {
      seen.push(String(line));
      next();
    },
  });
  const app = await testApp({}, { stripe }, { log: pino({ level: 'trace' }, lines) });
  const requests = vi.spyOn(app.app, 'inject');
  const owner = await person(app);
  for (const number of [cardNumbers.works, cardNumbers.failsLater, cardNumbers.asksOnce]) {
    await saveCard(stripe, owner, number);
    await owner.call(subscription.change, { body: { plan: 'team', interval: 'month' } }).catch(() => {});
    await app.work();
  }
  const { data: intent } = await owner.call(payment.registerCardIntent);
  await expect(confirmInBrowser(stripe, intent, '4000000000000002')).rejects.toThrow('card_declined');
  const body = { register_intent_id: intent.register_intent_id, primary: true };
  await failure(owner.call(payment.addCard, { body }));
  seen.push(JSON.stringify(requests.mock.calls));
  for (const { value } of requests.mock.settledResults) seen.push((value as { body: string }).body);
  const { rows: tables } = await sql<{
    name: string;
  }>`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables where table_type = 'BASE TABLE'
      and table_schema not in ('pg_catalog', 'information_schema')`.execute(app.services.db);
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(app.services.db);
    seen.push(...rows.map(({ row }) => row));
  }
  const everything = seen.join('\n');
  // Proves that the search works: the last four digits are kept.
  expect(everything).toContain('4242');
  // Matches only where a number starts: a duration in a log, such as 2.4000000059604645 ms, isn't a card.
  for (const number of [...Object.values(cardNumbers), '4000000000000002'])
    for (const digits of [number, number.slice(0, 8), number.replace(/(.{4})(?=.)/g, '$1 ')])
      expect(everything).not.toMatch(new RegExp(`(?<![\\d.])${digits}`));
  expect(everything).not.toMatch(/cvc["':= ]+123/i);
  await app.close();
  await stripe.stop();
});
