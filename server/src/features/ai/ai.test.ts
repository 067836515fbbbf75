import { contract } from '@sheaf/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { person } from '../../testing/people.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { ask, lease, messages, newThread, readFiles, someone as someoneIn } from './testing/conversations.ts';

const { ai, sharing, documents } = contract;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const someone = (files?: Parameters<typeof someoneIn>[1]) => someoneIn(app, files);

describe('without a model', () => {
  it('quotes the answer verbatim, with its place', async () => {
    const { me, ids } = await someone();
    const thread = await newThread(me);
    const question = 'How much notice has to be given before the end of a quarter?';
    const answer = await ask(me, thread, question);
    expect(answer).toMatchObject({ role: 'assistant', model: null, supported: true, status: 'done' });
    expect(answer.content).toContain(
      '> Notice has to be given three months before the end of a quarter. Pets are not allowed in the building. [1]',
    );
    expect(answer.citations).toMatchObject([
      { number: 1, document_id: ids[0], document_name: 'Lease.txt', place: { kind: 'text' } },
    ]);
    for (const { quote } of answer.citations) expect(lease).toContain(quote);
    const all = await messages(me, thread);
    expect(all.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect((await me.call(ai.thread, { params: { id: thread } })).data.thread.title).toBe(question);
  });

  it('counts a recurring day as a time', async () => {
    const { me } = await someone();
    const answer = await ask(me, await newThread(me), 'When is the kitchen cleaned?');
    expect(answer.content).toContain('on Fridays');
  });

  it('reports that it found nothing where nothing answers', async () => {
    const { me } = await someone();
    const answer = await ask(me, await newThread(me), 'Who won the football championship in Brazil?');
    expect(answer).toMatchObject({ supported: false, citations: [] });
    expect(answer.content).toMatch(/^I found nothing/);
  });

  it('refuses where the files contain the words, but not what is asked for, or not about whom', async () => {
    const { me } = await someone();
    const thread = await newThread(me);
    for (const question of [
      'What is the telephone number of the landlord in Harbour Street?',
      'What rent does Ottokar pay a month?',
      'How many pets are allowed in the building?',
    ])
      expect(await ask(me, thread, question), question).toMatchObject({ supported: false });
  });

  it('shows the closest passages in a refusal, labeled as such, which stays a refusal when they can no longer be seen', async () => {
    const { me: owner, ids } = await someone([
      { name: 'phones.txt', bytes: 'If you lose a phone or a laptop, call Bruno at once. He locks it from afar.' },
    ]);
    const me = await person(app, { organizationId: owner.organizationId });
    await owner.call(sharing.share, { body: { inviting_ids: [me.id], document_ids: ids } });
    const thread = await newThread(me);
    const answer = await ask(me, thread, 'My mobile was stolen, whom do I contact?');
    expect(answer.supported).toBe(false);
    expect(answer.content).toMatch(
      /^I found nothing.*\n\nThese passages come closest, but may be about something else:/,
    );
    expect(answer.citations.map(({ quote }) => quote)).toEqual([
      'If you lose a phone or a laptop, call Bruno at once. He locks it from afar.',
    ]);
    await owner.call(sharing.unshare, { params: { userId: me.id, documentId: ids[0]! } });
    const [, kept] = await messages(me, thread);
    expect(kept!.content).toMatch(/^I found nothing/);
    expect(kept!.content).not.toContain('Bruno');
  });

  it('quotes the sentence below a heading, not the heading', async () => {
    const bytes = '# Backup of the server\n\nEvery night at two everything is copied to a second machine at home.';
    const { me } = await someone([{ name: 'IT.md', bytes }]);
    const answer = await ask(me, await newThread(me), 'When is the backup of the server made?');
    expect(answer.citations.map(({ quote }) => quote)).toEqual([
      'Every night at two everything is copied to a second machine at home.',
    ]);
  });

  it('finds common office terms in documents of another language', async () => {
    const bytes =
      'Mietvertrag über das Büro im Kaiweg. Die monatliche Miete beträgt 6.480 Euro. Kleine Reparaturen trägt die Mieterin.';
    const { me } = await someone([{ name: 'Mietvertrag.txt', bytes }]);
    const answer = await ask(me, await newThread(me), 'How high is the monthly rent?');
    expect(answer.citations.map(({ quote }) => quote)).toEqual([
      'Die monatliche Miete beträgt 6.480 Euro. Kleine Reparaturen trägt die Mieterin.',
    ]);
  });

  it('answers in the words of a document in another language', async () => {
    const bytes =
      'Mietvertrag über das Büro im Kaiweg. Die monatliche Miete beträgt 6.480 Euro. Kleine Reparaturen trägt die Mieterin.';
    const { me } = await someone([{ name: 'Mietvertrag.txt', bytes }]);
    const answer = await ask(me, await newThread(me), 'Wie hoch ist die monatliche Miete?');
    expect(answer.citations.map(({ quote }) => quote)).toEqual([
      'Die monatliche Miete beträgt 6.480 Euro. Kleine Reparaturen trägt die Mieterin.',
    ]);
  });

  it('understands a question that refers to the one before', async () => {
    const { me } = await someone();
    const thread = await newThread(me);
    await ask(me, thread, 'What is the rent of the studio in Harbour Street?');
    const answer = await ask(me, thread, 'And when is it due?');
    expect(answer.content).toContain('due on the first');
  });

  it('answers only from what was chosen', async () => {
    const { me, ids } = await someone();
    const answer = await ask(me, await newThread(me), 'How much notice has to be given?', {
      scope: { document_ids: [ids[1]!] },
    });
    expect(answer.supported).toBe(false);
  });

  it('accepts a scope that exists when it is chosen, even if parts of it disappear later', async () => {
    const { me, ids } = await someone();
    const { data: label } = await me.call(contract.labels.create, { body: { name: 'Studio', color: '#e03131' } });
    const thread = await newThread(me);
    const scope = { label_ids: [label.id] };
    await me.call(ai.changeThread, { params: { id: thread }, body: { scope } });
    await me.call(contract.labels.delete, { params: { id: label.id } });
    // The page sends the whole scope again, with what was added.
    await ask(me, thread, 'How much is the rent?', { scope: { ...scope, document_ids: [ids[1]!] } });
    await me.call(ai.changeThread, { params: { id: thread }, body: { scope: {} } });
    expect(await failure(ask(me, thread, 'And now?', { scope }))).toMatchObject({
      status: 404,
      message: 'This label doesn’t exist, or you don’t have access to it.',
      errors: { 'scope.label_ids': [label.id] },
    });
  });

  it('lists documents by what they mention, in any form, and never denies what search finds', async () => {
    const { me } = await someone([
      { name: 'Leave.txt', bytes: 'After five years everyone may take sabbaticals of three months, unpaid and once.' },
      { name: 'Menu.txt', bytes: 'On Mondays there is soup, and on Fridays there is fish for everyone.' },
    ]);
    const thread = await newThread(me);
    const answer = await ask(me, thread, 'Which documents mention sabbatical?');
    expect(answer.content).toContain('I count **1**');
    expect(answer.content).toContain('Leave.txt');
    for (const question of ['Which documents mention parachutes?', 'How many policies of 2025?'])
      expect((await ask(me, thread, question)).content).not.toMatch(/I found no (documents|policies)/);
  });

  it('reads a file that is mentioned by name from the beginning', async () => {
    const { me } = await someone([
      {
        name: 'moonlighting.md',
        bytes: '# Other work\n\nEveryone may have a second job. The board has to know of it.',
      },
      { name: 'Minutes.txt', bytes: 'Please summarize the numbers of the quarter for the board. Summarize them well.' },
      { name: 'Bundesurlaubsgesetz.txt', bytes: 'Jeder Arbeitnehmer hat in jedem Kalenderjahr Anspruch auf Urlaub.' },
    ]);
    const thread = await newThread(me);
    const answer = await ask(me, thread, 'Summarize moonlighting.md');
    expect(answer.citations.map(({ document_name, quote }) => [document_name, quote])).toEqual([
      ['moonlighting.md', 'Everyone may have a second job. The board has to know of it.'],
    ]);
    const overview = await ask(me, await newThread(me), 'Give me an overview of the Bundesurlaubsgesetz');
    expect(overview.citations.map(({ document_name }) => document_name)).toEqual(['Bundesurlaubsgesetz.txt']);
  });

  it('searches a second question by its own words, first where the answer before came from', async () => {
    const table = `Invoice;Client;Due;State\n2026-001;Northwind;2026-01-10;paid\n2026-002;Northwind;2026-02-10;overdue\n`;
    const { me } = await someone([
      { name: 'Lease.txt', bytes: `${lease}\nThe monthly rent is raised by two percent each year.` },
      { name: 'Other lease.txt', bytes: 'The monthly rent of the garage is 80 euros. The rent is paid in cash.' },
      { name: 'Open invoices.csv', bytes: table },
    ]);
    const thread = await newThread(me);
    await ask(me, thread, 'How much notice has to be given before the end of a quarter?');
    const rent = await ask(me, thread, 'And what is the monthly rent?');
    expect(rent.citations[0]).toMatchObject({ document_name: 'Lease.txt' });
    expect((await ask(me, thread, 'Which invoices are overdue?')).content).toContain('| 2026-002 | Northwind |');
  });

  it('does not answer a greeting with a quote', async () => {
    const { me } = await someone([
      { name: 'Letter.txt', bytes: 'Hello everyone, and thank you for the good morning.' },
    ]);
    const thread = await newThread(me);
    for (const question of ['hello', 'Hi there!', 'Thank you very much', '???']) {
      const answer = await ask(me, thread, question);
      expect(answer).toMatchObject({ supported: false, citations: [] });
      expect(answer.content).toMatch(/^Ask a question about your files/);
    }
  });

  it('quotes the best first and each fact once, and differing versions newest first with their dates', async () => {
    const policy = (days: number) =>
      `Everybody who works five days a week has ${days} days of holiday a year. Ask in time.`;
    const { me, account } = await someone([]);
    await readFiles(app, me, account, [
      { name: 'Holiday policy old.txt', bytes: policy(28), modified: '2025-02-01T00:00:00Z' },
      { name: 'Holiday policy new.txt', bytes: policy(30), modified: '2026-03-01T00:00:00Z' },
      { name: 'Holiday policy copy.txt', bytes: `${policy(30)} Copied.`, modified: '2026-01-01T00:00:00Z' },
    ]);
    const answer = await ask(me, await newThread(me), 'How many days of holiday a year does everybody have?');
    expect(answer.content).toMatch(/^These files say different things. The newest comes first.\n/);
    expect(answer.content).toMatch(/changed on 2026-0[13]-01 \[1\][\s\S]*changed on 2025-02-01 \[2\]/);
    expect(answer.citations.map(({ quote }) => /\d\d/.exec(quote)![0])).toEqual(['30', '28']);
  });

  it('counts and lists documents', async () => {
    const { me } = await someone([
      { name: 'Contract Northwind 2025.txt', bytes: 'Between Northwind and us.' },
      { name: 'Contract Halden 2025.txt', bytes: 'Between Halden and us.' },
      { name: 'Contract Halden 2024.txt', bytes: 'Between Halden and us.' },
      { name: 'Menu.txt', bytes: 'Soup.' },
    ]);
    const thread = await newThread(me);
    const counted = await ask(me, thread, 'How many contracts of 2025?');
    expect(counted.content).toContain('I count **2**');
    expect(counted.content).not.toContain('2024');
    expect((await ask(me, thread, 'Which contracts are from Halden?')).content).toContain('I count **2**');
    expect(await ask(me, thread, 'How many contracts of 2019?')).toMatchObject({ supported: false });
  });

  it('parses the columns of a table with empty cells', async () => {
    const table = `Invoice;Client;Reminded;State;Note\n2026-001;Northwind;;paid;by bank\n2026-002;Northwind;;overdue;\n`;
    const { me } = await someone([{ name: 'Open invoices.csv', bytes: table }]);
    const answer = await ask(me, await newThread(me), 'Which invoices from Northwind are overdue?');
    expect(answer.content).toContain('| 2026-002 | Northwind |  | overdue |  | [1] |');
    expect(answer.citations).toHaveLength(1);
  });

  it('answers from a table which rows are overdue', async () => {
    const table = `Invoice;Client;Due;State\n2026-001;Northwind;2026-01-10;paid\n2026-002;Northwind;2026-02-10;overdue\n2026-003;Halden;2026-03-10;overdue\n`;
    const { me } = await someone([{ name: 'Open invoices.csv', bytes: table }]);
    const answer = await ask(me, await newThread(me), 'Which invoices from Northwind are overdue?');
    expect(answer.content).toContain('| 2026-002 | Northwind | 2026-02-10 | overdue | [1] |');
    expect(answer.content).not.toContain('2026-003');
    expect(answer.citations).toHaveLength(1);
  });
});

describe('conversations', () => {
  it('are renamed, pinned, searched, exported and deleted', async () => {
    const { me } = await someone();
    const [first, second] = [await newThread(me), await newThread(me)];
    await ask(me, first, 'How much notice has to be given?');
    await me.call(ai.changeThread, { params: { id: first }, body: { title: 'The lease', pinned: true } });
    const list = async (search?: string) =>
      (await me.call(ai.threads, { query: search ? { search } : {} })).data.map(({ id }) => id);
    expect(await list()).toEqual([first, second]);
    expect(await list('LEASE')).toEqual([first]);
    expect(await list('notice has')).toEqual([first]);
    const { name, markdown } = (await me.call(ai.exportThread, { params: { id: first } })).data;
    expect(name).toBe('The lease.md');
    expect(markdown).toMatch(/^# The lease\n\n## How much notice/);
    expect(markdown).toContain('[1] Lease.txt: “Notice has to be given');
    await me.call(ai.removeThread, { params: { id: first } });
    expect(await list()).toEqual([second]);
  });

  it('belong to one person', async () => {
    const { me } = await someone();
    const thread = await newThread(me);
    const answer = await ask(me, thread, 'How much notice has to be given?');
    const other = await person(app, { role: 'owner', organizationId: me.organizationId });
    const params = { id: thread };
    for (const refused of [
      () => other.call(ai.thread, { params }),
      () => other.call(ai.ask, { params, body: { content: 'What?' } }),
      () => other.call(ai.changeThread, { params, body: { title: 'Mine now' } }),
      () => other.call(ai.removeThread, { params }),
      () => other.call(ai.exportThread, { params }),
      () => other.call(ai.feedback, { params: { id: answer.id }, body: { feedback: 'up' } }),
    ])
      expect((await failure(refused())).status).toBe(404);
    expect((await other.call(ai.threads)).data).toEqual([]);
  });

  it('keep one question in place of an edited one, and feedback', async () => {
    const { me } = await someone();
    const thread = await newThread(me);
    await ask(me, thread, 'How much notice has to be given?');
    await ask(me, thread, 'Are pets allowed in the building?');
    const [, , second] = await messages(me, thread);
    const answer = await ask(me, thread, 'Who makes new coffee?', { replaces: second!.id });
    const all = await messages(me, thread);
    expect(all.map(({ content, role }) => (role === 'user' ? content : ''))).toEqual([
      'How much notice has to be given?',
      '',
      'Who makes new coffee?',
      '',
    ]);
    await me.call(ai.feedback, { params: { id: answer.id }, body: { feedback: 'down' } });
    expect((await messages(me, thread)).at(-1)).toMatchObject({ id: answer.id, feedback: 'down' });
    const refused = await failure(ask(me, thread, 'Again?', { replaces: answer.id }));
    expect(refused.status).toBe(404);
    expect(await messages(me, thread)).toHaveLength(4);
  });
});

describe('documents that one can no longer see', () => {
  it('are hidden in old and new answers', async () => {
    const { me: owner, ids } = await someone();
    const me = await person(app, { role: 'member', organizationId: owner.organizationId });
    await owner.call(sharing.share, { body: { inviting_ids: [me.id], document_ids: [ids[0]!] } });
    await app.work();
    const thread = await newThread(me);
    expect((await ask(me, thread, 'How much notice has to be given?')).citations).toHaveLength(1);
    await owner.call(sharing.unshare, { params: { userId: me.id, documentId: ids[0]! } });
    await app.work();
    const [, old] = await messages(me, thread);
    expect(old!.citations).toEqual([]);
    expect(old!.content).not.toContain('three months');
    expect(old!.content).toContain('you can no longer see');
    expect((await me.call(ai.exportThread, { params: { id: thread } })).data.markdown).not.toContain('three months');
    expect((await ask(me, thread, 'How much notice has to be given?')).supported).toBe(false);
    expect((await me.call(ai.suggestions)).data.join()).not.toContain('Lease');
    expect((await owner.call(documents.list)).pagination.total).toBe(2);
  });
});

describe('settings', () => {
  it('turn answers off, by owners only, and exclude apps', async () => {
    const { me } = await someone();
    const admin = await person(app, { role: 'admin', organizationId: me.organizationId });
    expect((await failure(admin.call(ai.changeSettings, { body: { enabled: false } }))).status).toBe(403);
    expect((await failure(me.call(ai.changeSettings, { body: { excluded_sources: ['fax'] } }))).status).toBe(422);
    const thread = await newThread(me);
    const { rows } = await app.services.pool.query(
      'select distinct source from source_accounts where organization_id = $1',
      [me.organizationId],
    );
    await me.call(ai.changeSettings, { body: { excluded_sources: rows.map(({ source }) => source) } });
    expect((await ask(me, thread, 'How much notice has to be given?')).supported).toBe(false);
    expect((await me.call(ai.suggestions)).data).toEqual([]);
    await me.call(ai.changeSettings, { body: { enabled: false } });
    expect((await admin.call(ai.settings)).data).toMatchObject({ enabled: false, model: null });
    expect((await failure(ask(me, thread, 'And now?'))).status).toBe(409);
    expect(await messages(me, thread)).toHaveLength(2);
  });
});
