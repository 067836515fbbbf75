import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { killableServices } from '../../testing/killable-services.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { upload as uploadTo } from '../../testing/upload.ts';
import { recordContents } from '../documents/index.ts';
import { renderThread } from '../messages/index.ts';
import { readNext } from './read-texts.ts';
import { createReaders } from './readers.ts';
import { pdf } from './testing/sample-files.ts';
import { claimText, recordText } from './texts.queries.ts';
import { wantTexts } from './want-texts.ts';

let anna: TestPerson;
const app = await forThisFile(testApp());
const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
beforeEach(async () => {
  for (const table of ['documents', 'blobs']) await app.services.pool.query(`delete from ${table}`);
  // The last job of a test may still be finishing; its queue would stay locked.
  await app.services.pool.query('delete from graphile_worker._private_jobs');
  await app.services.pool.query('update graphile_worker._private_job_queues set locked_by = null, locked_at = null');
  anna = await person(app);
});

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.services.pool.query<Row>(text, values)).rows;
const work = () => app.work({ readTexts: true });
const run = async (job: string) => {
  await query('select graphile_worker.add_job($1)', [job]);
  await work();
};

const upload = (name: string, content: string | Buffer, policy?: 'replace', who = anna) =>
  uploadTo(origin, who.token, name, content, policy);

/** The passages that can be found by a document, and only by it. */
const passagesOf = (id: string) =>
  query<{ body: string; places: unknown; language: string | null }>(
    `select p.body, p.places, p.language from documents d join passages p using (organization_id, sha256)
     where d.id = $1 order by p.number`,
    [id],
  );
const bodyOf = async (id: string) => (await passagesOf(id)).map(({ body }) => body).join('\n');
const texts = () =>
  query<{ state: string; attempts: number; reason: string | null; is_cut: boolean }>(
    'select state, attempts, reason, is_cut from content_texts order by next_try_at',
  );
const jobs = () => query("select * from graphile_worker.jobs where task_identifier = 'passages.read'");
/** Makes the next attempt of every text due. */
const later = () => query(`update content_texts set next_try_at = now() where next_try_at > now()`);

describe('a stored content', () => {
  it('becomes passages with place and language', async () => {
    const id = await upload('contract.pdf', pdf([['The contract runs for two years.'], ['Der Vertrag läuft aus.']]));
    expect(await passagesOf(id)).toEqual([]);
    await work();
    expect(await passagesOf(id)).toEqual([
      {
        body: 'The contract runs for two years.\nDer Vertrag läuft aus.',
        places: [
          { at: 0, page: 1 },
          { at: 33, page: 2 },
        ],
        language: 'en',
      },
    ]);
    expect(await texts()).toMatchObject([{ state: 'read', attempts: 1, reason: null, is_cut: false }]);
  });

  it('is read if there is a reader for it', async () => {
    await upload('photo.jpg', 'no text');
    await upload('disk.iso', 'no text');
    expect([await texts(), await jobs()]).toEqual([[], []]);
    const id = await upload('notes', 'A file without an ending.');
    expect(await texts()).toEqual([]);
    await anna.call(contract.documents.change, { params: { id }, body: { name: 'notes.txt' } });
    await work();
    expect(await bodyOf(id)).toBe('A file without an ending.');
  });

  it('is read once for all its documents, but separately for each organization', async () => {
    const [first, second] = [await upload('a.txt', 'the same'), await upload('b.txt', 'the same')];
    const bruno = await person(app);
    const others = await upload('a.txt', 'the same', undefined, bruno);
    await work();
    const third = await upload('c.md', 'the same');
    await expect.poll(jobs).toEqual([]);
    expect(await texts()).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
    for (const id of [first, second, third, others]) expect(await bodyOf(id)).toBe('the same');
  });

  it('is replaced by the next content', async () => {
    const id = await upload('plan.txt', 'the first plan');
    await work();
    expect(await upload('plan.txt', 'another plan', 'replace')).toBe(id);
    expect(await bodyOf(id)).toBe('');
    await work();
    expect(await bodyOf(id)).toBe('another plan');
  });

  it('loses its passages when it is deleted', async () => {
    const [gone, kept] = [await upload('gone.txt', 'to be forgotten'), await upload('kept.txt', 'to be kept')];
    await work();
    await query('delete from documents where id = $1', [gone]);
    await query(`update blobs set touched_at = now() - interval '2 days'`);
    await run('blobs.sweep');
    expect(await query(`select body from passages where body like 'to be%'`)).toEqual([{ body: 'to be kept' }]);
    expect(await bodyOf(kept)).toBe('to be kept');
  });

  it('is read after a sync only if the sync’s transaction commits', async () => {
    const account = await quietAccount(app, anna);
    const [id] = await addFiles(app, anna, account, [{ name: 'synced.txt', bytes: 'from a cloud' }]);
    const [{ sha256 }] = (await query<{ sha256: Buffer }>('select sha256 from documents where id = $1', [id])) as [
      { sha256: Buffer },
    ];
    const content = { id: id!, listed: '1', revision: '1', sha256, size: 12 };
    const failing = app.services.db.transaction().execute(async (tx) => {
      await recordContents(tx, [content]);
      throw new Error('too late');
    });
    await expect(failing).rejects.toThrow('too late');
    expect([await texts(), await jobs()]).toEqual([[], []]);
    await recordContents(app.services.db, [content]);
    await work();
    expect(await bodyOf(id!)).toBe('from a cloud');
  });
});

describe('a conversation', () => {
  it('is read message by message, without text repeated in replies', async () => {
    const account = await quietAccount(app, anna, 'imap');
    const bodies = [
      ['html', '<p>Can we meet on Tuesday at the harbour office?</p>'],
      ['text', 'Yes, at noon.\n> Can we meet on Tuesday at the harbour office?\n> Quoted from elsewhere.'],
    ];
    const ids: string[] = [];
    for (const [index, [type, body]] of bodies.entries()) {
      const [row] = await query<{ id: string }>(
        `insert into messages (id, account_id, remote_id, thread_remote_id, thread_title, channel_ids, is_unread, is_flagged,
           author, recipients, sent_at, body_type, body, attachments, revision)
         values (gen_random_uuid(), $1, $2, 't', 'Meeting', '{inbox}', false, false, '{"name":"Ada"}', '[]',
           timestamptz '2026-01-05 08:00Z' + make_interval(mins => $3), $4, $5, '[]', '1') returning id`,
        [account, `m${index}`, index, type, body],
      );
      ids.push(row!.id);
    }
    const page = await renderThread(app.services.db, account, 't', 'Meeting').toArray();
    const bytes = Buffer.concat(page.map((piece) => Buffer.from(piece)));
    // Its name ends like a file's.
    const [id] = await addFiles(app, anna, account, [{ name: 'Re: plan.pdf', bytes, exportedAs: 'text/html' }]);
    await query(`update documents set conversation = '{}' where id = $1`, [id]);
    await run('passages.sweep');
    const [passage] = await passagesOf(id!);
    expect(passage!.body).toBe(
      'Meeting\nAda\nCan we meet on Tuesday at the harbour office?\nAda\nYes, at noon.\nQuoted from elsewhere.',
    );
    expect(passage!.places).toEqual([
      { at: 8, message: ids[0] },
      { at: 58, message: ids[1] },
    ]);
  });
});

describe('the index of a passage', () => {
  it('includes the account of a document written while its content was read', async () => {
    const [first, second] = [await quietAccount(app, anna), await quietAccount(app, anna)];
    const [id, copy] = [
      (await addFiles(app, anna, first, [{ name: 'x.txt', bytes: 'A cormorant.' }]))[0]!,
      (await addDocuments(app, anna, second, [{ name: 'copy.txt' }]))[0]!,
    ];
    await wantTexts(app.services.db, [id]);
    const claimed = (await claimText(app.services))!;
    const client = await app.services.pool.connect();
    await client.query('begin');
    await client.query(
      `update documents set content = 'stored', sha256 = (select sha256 from documents where id = $2) where id = $1`,
      [copy, id],
    );
    const passage = { places: [], language: 'en', body: 'A cormorant.', words: 'a cormorant' };
    const recording = app.services.db
      .transaction()
      .execute((tx) => recordText(tx, claimed, { passages: [passage], isCut: false }));
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like 'update content_texts%'`;
    await expect.poll(async () => (await query(waiting)).length).toBe(1);
    await client.query('commit');
    client.release();
    await recording;
    const [found] = await query<{ account_ids: string[] }>('select account_ids from passages');
    expect(found!.account_ids.toSorted()).toEqual([first, second].toSorted());
  });

  it('includes the day of the newest document', async () => {
    const account = await quietAccount(app, anna);
    const [id] = await addFiles(app, anna, account, [
      { name: 'x.txt', bytes: 'A heron.', modified: '2026-02-03T23:30:00Z' },
      { name: 'y.txt', bytes: 'A heron.', modified: '2025-01-01T00:00:00Z' },
    ]);
    await wantTexts(app.services.db, [id!]);
    await work();
    const periods = async () => (await query<{ periods: number[] }>('select periods from passages'))[0]!.periods;
    expect(await periods()).toEqual([20260203, 202602]);
    await query(`update documents set remote_modified_at = '2026-03-01T00:00:00Z' where name = 'y.txt'`);
    expect(await periods()).toEqual([20260301, 202603]);
    await query(`update documents set remote_modified_at = '2999-01-01T00:00:00Z' where name = 'y.txt'`);
    expect((await periods())[0]).toBeLessThan(29990101);
  });
});

describe('a failing reader', () => {
  const noSignal = new AbortController().signal;

  it('reports why a file can’t be read, and doesn’t try again', async () => {
    await upload('broken.pdf', 'no PDF at all');
    await work();
    await later();
    await run('passages.wake');
    expect(await texts()).toMatchObject([{ state: 'failed', attempts: 1, reason: 'This file is damaged.' }]);
  });

  const endless = '<i>'.repeat(400_000) + '</b></u>'.repeat(400_000);

  it('doesn’t retry a file that took too long, and reads the others', async () => {
    const hasty = createReaders({ seconds: 0.05, processes: 1 });
    await upload('endless.html', endless);
    expect(await readNext(app.services, hasty, noSignal)).toBe(true);
    await later();
    await run('passages.wake');
    expect(await readNext(app.services, hasty, noSignal)).toBe(false);
    hasty.close();
    expect(await texts()).toMatchObject([{ state: 'failed', attempts: 1, reason: 'Reading this file took too long.' }]);
    const other = await upload('other.txt', 'is read');
    await work();
    expect(await bodyOf(other)).toBe('is read');
  });

  it('retries a file that takes too much memory, later each time, and gives up', async () => {
    const narrow = createReaders({ megabytes: 30, processes: 1 });
    await upload('huge.html', endless);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await readNext(app.services, narrow, noSignal)).toBe(true);
      expect(await readNext(app.services, narrow, noSignal)).toBe(false);
      const [{ minutes }] = (await query<{ minutes: number }>(
        'select round(extract(epoch from next_try_at - now()) / 60)::int as minutes from content_texts',
      )) as [{ minutes: number }];
      waits.push(minutes);
      await later();
    }
    narrow.close();
    expect(waits.slice(0, 3)).toEqual([2, 8, 32]);
    expect(await texts()).toMatchObject([
      { state: 'failed', attempts: 4, reason: 'Reading this file took too much memory.' },
    ]);
  });

  it('leaves a content to be read later when killed with its worker at any statement', async () => {
    const readers = createReaders({ processes: 1 });
    const lives: string[] = [];
    for (let dieAt = 1; ; dieAt++) {
      await query('delete from content_texts');
      const id = await upload(`${dieAt}.txt`, `killed at statement ${dieAt}`);
      const worker = killableServices(app.services, dieAt, async () => {});
      await readNext(worker.services, readers, noSignal).catch(() => {});
      const wasKilled = worker.isDead;
      await worker.end();
      lives.push((await texts())[0]!.state);
      await later();
      await run('passages.wake');
      expect(await bodyOf(id)).toBe(`killed at statement ${dieAt}`);
      if (!wasKilled) break;
    }
    readers.close();
    expect(new Set(lives)).toEqual(new Set(['waiting', 'read']));
    expect(lives.length).toBeGreaterThan(4);
  });

  it('writes nothing if it wakes up after another has read the content or the content is gone', async () => {
    const id = await upload('slow.txt', 'by the second');
    const first = (await claimText(app.services))!;
    await later();
    await run('passages.wake');
    const late = {
      passages: [{ places: [], language: null, body: 'by the first', words: 'by the first' }],
      isCut: false,
    };
    await recordText(app.services.db, first, late);
    expect(await bodyOf(id)).toBe('by the second');
    await query('delete from content_texts');
    await recordText(app.services.db, first, late);
    expect(await query(`select 1 from passages where body = 'by the first'`)).toEqual([]);
  });

  it('gives up on a file it crashes on each time', async () => {
    await upload('deadly.txt', 'x');
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await claimText(app.services)).toMatchObject({ attempts: attempt });
      await later();
    }
    await run('passages.wake');
    expect(await texts()).toMatchObject([
      { state: 'failed', attempts: 4, reason: 'Sheaf stopped each time this file was read.' },
    ]);
  });

  it('doesn’t count an attempt that was stopped', async () => {
    const id = await upload('stopped.txt', 'read after the restart');
    const readers = createReaders({ processes: 1 });
    await readNext(app.services, readers, AbortSignal.abort());
    readers.close();
    expect(await texts()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    await work();
    expect(await bodyOf(id)).toBe('read after the restart');
  });
});

describe('the sweep', () => {
  it('finds contents stored before there were readers, and those read by older readers', async () => {
    const account = await quietAccount(app, anna);
    const files = Array.from({ length: 30 }, (_, n) => ({ name: `${n}.txt`, bytes: `old ${anna.id} ${n}` }));
    const ids = await addFiles(app, anna, account, [...files, { name: 'photo.jpg', bytes: `picture ${anna.id}` }]);
    await run('passages.sweep');
    expect(await Promise.all(ids.map(bodyOf))).toEqual([...files.map(({ bytes }) => bytes), '']);
    await query(`update passages set body = 'as an older reader saw it'`);
    await query('update content_texts set reader_version = 0');
    await run('passages.sweep');
    expect(await bodyOf(ids[0]!)).toBe(files[0]!.bytes);
  });

  it('finds waiting contents without a job', async () => {
    const id = await upload('waiting.txt', 'its job was lost');
    await query('delete from graphile_worker._private_jobs');
    await run('passages.wake');
    expect(await bodyOf(id)).toBe('its job was lost');
  });

  it('adds few jobs, however much there is to read', async () => {
    for (let n = 0; n < 12; n++) await upload(`${n}.txt`, `one of many ${n}`);
    expect((await jobs()).length).toBeLessThanOrEqual(5);
    await work();
    expect(await texts()).toHaveLength(12);
    expect(new Set((await texts()).map(({ state }) => state))).toEqual(new Set(['read']));
  });
});
