import { contract } from '@sheaf/contract';
import { startModels } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { apiKeyOf } from '../../testing/api-keys.ts';
import { quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { wantTexts } from '../passages/index.ts';
import { callTool } from './testing/assistant.ts';

/** Contents through the tools of an assistant: search and ask. */

const lease = `Lease of the studio in Harbour Street.
The rent is 2,400 euros a month, due on the first. Notice has to be given three months before the end of a quarter.`;
const handbook = 'The kitchen is cleaned on Fridays. Whoever drinks the last coffee makes new coffee.';
const question = 'How much notice has to be given before the end of a quarter?';

const app = await forThisFile(testApp());
const models = await forThisFile(startModels());
const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
const me = await person(app);
const key = await apiKeyOf(app, me, 'mcp');
const ids = await addFiles(app, me, await quietAccount(app, me), [
  { name: 'Lease.txt', bytes: lease },
  { name: 'Handbook.txt', bytes: handbook },
]);
await wantTexts(app.services.db, ids);
await app.work({ readTexts: true });
afterEach(() => {
  app.services.config.ai = null;
});

const use = (name: string, args: Record<string, unknown>, as = key) => callTool(origin, as.headers, name, args);
const useModel = () => {
  app.services.config.ai = { provider: 'openai', model: 'scripted', apiKey: 'a-key', url: models.openaiUrl };
};
const rateOf = (who: TestPerson) => `questions ${who.organizationId} ${who.id}`;
const questionsOf = async (who: TestPerson) =>
  (await app.services.pool.query('select count from throttles where key = $1', [rateOf(who)])).rows[0]?.count ?? 0;
/** The workspace's AI messages of this month. */
const messagesOf = async (who: TestPerson) =>
  (await app.services.pool.query('select messages from ai_usage where organization_id = $1', [who.organizationId]))
    .rows[0]?.messages ?? 0;
const clearRate = (who: TestPerson) => app.services.pool.query('delete from throttles where key = $1', [rateOf(who)]);

describe('search', () => {
  it('finds text in documents, with the passage and its place', async () => {
    const { structured } = await use('search', { query: 'notice quarter' });
    expect(structured).toMatchObject({ total: 1, next_page: null });
    expect(structured.notice).toMatch(/not as instructions/);
    const [found] = structured.documents;
    expect(found).toMatchObject({ id: ids[0], name: 'Lease.txt' });
    expect(found.url).toContain(`preview=${ids[0]}`);
    expect(found.passages[0]).toMatchObject({ place: 'line 1' });
    expect(found.passages[0].text).toContain('three months before the end of a quarter');
  });

  it('finds nothing in documents of others', async () => {
    const other = await person(app, { role: 'owner', organizationId: me.organizationId });
    const theirs = await apiKeyOf(app, other, 'mcp');
    expect((await use('search', { query: 'notice quarter' }, theirs)).structured.documents).toEqual([]);
  });
});

describe('ask', () => {
  it('answers with verbatim quotes and links, and stores no conversation', async () => {
    await clearRate(me);
    const { structured, text } = await use('ask', { question });
    expect(structured).toMatchObject({ supported: true, model: null });
    expect(structured.answer).toContain('[1]');
    const [first] = structured.citations;
    expect(first).toMatchObject({ number: 1, document_id: ids[0], document_name: 'Lease.txt' });
    expect(lease).toContain(first.quote);
    expect(first.url).toContain(`preview=${ids[0]}`);
    expect(text).toMatch(/<(untrusted-[0-9a-f]{16})>[\s\S]*<\/\1>$/);
    expect((await me.call(contract.ai.threads)).data).toEqual([]);
    expect(await questionsOf(me)).toBe(1);
  });

  it('says when nothing answers, and searches only where it may', async () => {
    expect((await use('ask', { question: 'Who won the football championship in Brazil?' })).structured).toMatchObject({
      supported: false,
      citations: [],
    });
    expect((await use('ask', { question, document_ids: [ids[1]] })).structured.supported).toBe(false);
    const other = await person(app, { role: 'owner', organizationId: me.organizationId });
    const theirs = await apiKeyOf(app, other, 'mcp');
    const answer = await use('ask', { question, document_ids: [ids[0]] }, theirs);
    expect(answer.structured.supported).toBe(false);
    expect(answer.text).not.toContain('three months');
  });

  it('is answered by the model if there is one, with verified citations', async () => {
    useModel();
    models.say([{ text: 'Three months [[1: "three months before the end of a quarter"]].' }]);
    expect((await use('ask', { question })).structured).toMatchObject({
      answer: 'Three months [1].',
      supported: true,
      model: 'scripted',
      citations: [{ number: 1, document_id: ids[0], quote: 'three months before the end of a quarter' }],
    });
  });

  it('does not count if the model fails before its first word', async () => {
    useModel();
    await clearRate(me);
    const before = await messagesOf(me);
    models.say({ status: 400 });
    const { isError, text } = await use('ask', { question });
    expect([isError, text]).toEqual([true, 'The AI model couldn’t answer. Try again in a moment.']);
    expect(await questionsOf(me)).toBe(0);
    expect(await messagesOf(me)).toBe(before);
    models.say([{ text: 'Three months' }, { cut: true }]);
    expect((await use('ask', { question })).isError).toBe(true);
    expect(await messagesOf(me)).toBe(before + 1);
  });

  it('counts toward the plan, and is refused with an explanation when the limit is reached', async () => {
    const other = await person(app);
    const theirs = await apiKeyOf(app, other, 'mcp');
    await use('ask', { question }, theirs);
    expect(await messagesOf(other)).toBe(1);
    await app.services.pool.query('update ai_usage set messages = 1000000 where organization_id = $1', [
      other.organizationId,
    ]);
    expect((await use('ask', { question }, theirs)).text).toMatch(/plan/i);
    const thread = (await other.call(contract.ai.createThread, { body: {} })).data.id;
    const refused = await failure(other.call(contract.ai.ask, { params: { id: thread }, body: { content: question } }));
    expect(refused.code).toBe('plan_limit');
    expect((await other.call(contract.ai.thread, { params: { id: thread } })).data.messages).toEqual([]);
    expect(await questionsOf(other)).toBe(1);
  });

  it('shares the limit of the chat', async () => {
    await app.services.pool.query(
      `insert into throttles (key, count, resets_at) values ($1, 20, now() + interval '1 minute')
       on conflict (key) do update set count = 20, resets_at = excluded.resets_at`,
      [rateOf(me)],
    );
    expect((await use('ask', { question })).text).toMatch(/many questions/);
    await app.services.pool.query(`update throttles set resets_at = now() where key = $1`, [rateOf(me)]);
    expect((await use('ask', { question })).structured.supported).toBe(true);
    expect(await questionsOf(me)).toBe(1);
  });

  it('is refused where AI is turned off, and leaves out what the workspace excludes', async () => {
    const { rows } = await app.services.pool.query(
      'select distinct source from source_accounts where organization_id = $1',
      [me.organizationId],
    );
    const change = (body: object) => me.call(contract.ai.changeSettings, { body });
    await change({ excluded_sources: rows.map(({ source }) => source) });
    expect((await use('ask', { question })).structured.supported).toBe(false);
    await change({ enabled: false, excluded_sources: [] });
    const { isError, text } = await use('ask', { question });
    expect([isError, text]).toEqual([true, 'AI chat is off in this workspace.']);
    await change({ enabled: true });
  });
});

it('leaves out a document that is no longer shared', async () => {
  const guest = await person(app, { role: 'guest', organizationId: me.organizationId });
  const theirs = await apiKeyOf(app, guest, 'mcp');
  await me.call(contract.sharing.share, { body: { inviting_ids: [guest.id], document_ids: [ids[0]!] } });
  await app.work();
  expect((await use('search', { query: 'quarter' }, theirs)).text).toContain('three months');
  expect((await use('ask', { question }, theirs)).text).toContain('three months');
  await me.call(contract.sharing.unshare, { params: { userId: guest.id, documentId: ids[0]! } });
  expect((await use('search', { query: 'quarter' }, theirs)).text).not.toContain('three months');
  expect((await use('ask', { question }, theirs)).text).not.toContain('three months');
});

it('withholds an answer if access ended while it was written', async () => {
  const guest = await person(app, { role: 'guest', organizationId: me.organizationId });
  const theirs = await apiKeyOf(app, guest, 'mcp');
  await me.call(contract.sharing.share, { body: { inviting_ids: [guest.id], document_ids: [ids[0]!] } });
  await app.work();
  useModel();
  models.asked.length = 0;
  const ended = Promise.withResolvers<void>();
  models.say([{ until: ended.promise }, { text: 'Three months [[1: "three months before the end of a quarter"]].' }]);
  const asking = use('ask', { question }, theirs);
  await expect.poll(() => models.asked.length).toBe(1);
  await me.call(contract.sharing.unshare, { params: { userId: guest.id, documentId: ids[0]! } });
  ended.resolve();
  const { isError, text } = await asking;
  expect([isError, text]).toEqual([true, 'Your access to some of these files changed meanwhile. Ask again.']);
});
