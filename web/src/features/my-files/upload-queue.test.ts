import { describe, expect, it, vi } from 'vitest';
import type { ChosenFile } from './chosen-files.ts';
import { Refused } from './tus-request.ts';
import type { SendRequest, SentFile } from './tus-upload.ts';
import { UploadQueue } from './upload-queue.ts';

const MB = 1024 * 1024;
const target = { folderId: null, name: 'My files' };
const chosen = (name: string, size = 1): ChosenFile => ({ file: new File([new Uint8Array(size)], name), path: name });

interface Sent extends SendRequest {
  name: string;
  done(outcome?: string): void;
  refuse(message: string, nameTaken?: boolean, status?: number): void;
}

/** Waits until the check passes. The 1 s default is too short on a busy machine. */
const settles = (check: () => void): Promise<void> => vi.waitFor(check, 30_000);

/** A queue whose deliveries are ended by the test. */
function queueOf() {
  const sent: Sent[] = [];
  const known = new Map<string, string>();
  const forget = vi.fn();
  const arrivals: { name: string; sent(bytes: number): void; end(problem: string | null): void }[] = [];
  const queue = new UploadQueue({
    send(request) {
      const { promise, resolve, reject } = Promise.withResolvers<SentFile>();
      request.signal.addEventListener('abort', () => reject(new Error('Cancelled')));
      sent.push({
        ...request,
        name: request.file.name,
        done: (outcome = 'created') => resolve({ documentId: request.file.name, outcome }),
        refuse: (message, nameTaken, status = 409) => reject(new Refused(message, status, nameTaken)),
      });
      return promise;
    },
    forget,
    headers: () => ({}),
    organizationId: () => 'organisation',
    follow(item, sent) {
      const { promise, resolve } = Promise.withResolvers<string | null>();
      arrivals.push({ name: item.file.name, sent, end: resolve });
      return promise;
    },
    unfinished: {
      find: (fingerprint) => known.get(fingerprint),
      keep: (fingerprint, address) => void (address ? known.set(fingerprint, address) : known.delete(fingerprint)),
    },
  });
  const states = () => Object.fromEntries(queue.get().items.map(({ file, state }) => [file.name, state]));
  return { queue, sent, known, forget, arrivals, states };
}

describe('UploadQueue', () => {
  it('follows uploads to an app until the app has them, in order, and reports what the app refused', async () => {
    const { queue, sent, arrivals, states } = queueOf();
    const dropbox = { folderId: null, accountId: 'account', app: 'Dropbox', name: 'Dropbox' };
    queue.add([chosen('a', 5), chosen('b')], dropbox);
    expect(sent[0]!.metadata).toMatchObject({ account_id: 'account', parent_id: undefined });
    sent[0]!.done();
    sent[1]!.done();
    await settles(() => expect(states()).toEqual({ a: 'arriving', b: 'arriving' }));
    // The page may be closed.
    await settles(() => expect(queue.get()).toMatchObject({ open: 0, arriving: 2, done: 0 }));
    await settles(() => expect(arrivals.map(({ name }) => name)).toEqual(['a']));
    arrivals[0]!.sent(3);
    await settles(() => expect(queue.get().items[0]!.sent).toBe(3));
    arrivals[0]!.end('Couldn’t upload to Dropbox. It’s in My files.');
    await settles(() => expect(arrivals.map(({ name }) => name)).toEqual(['a', 'b']));
    arrivals[1]!.end(null);
    await settles(() => expect(states()).toEqual({ a: 'failed', b: 'done' }));
    expect(queue.get().items[0]!.problem).toBe('Couldn’t upload to Dropbox. It’s in My files.');
  });

  it('sends three files at a time, in order', async () => {
    const { queue, sent, states } = queueOf();
    queue.add(
      ['a', 'b', 'c', 'd', 'e'].map((name) => chosen(name)),
      target,
    );
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    sent[1]!.done();
    await settles(() => expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']));
    await settles(() => expect(states()).toMatchObject({ a: 'sending', b: 'done', d: 'sending', e: 'waiting' }));
    await settles(() => expect(queue.get()).toMatchObject({ open: 4, total: 5, done: 1 }));
  });

  it('ends a canceled upload here and on the server, and starts the next', async () => {
    const { queue, sent, known, forget, states } = queueOf();
    queue.add([chosen('a', 2 * MB), chosen('b'), chosen('c'), chosen('d')], target);
    sent[0]!.onAddress('/api/uploads/1');
    expect([...known.values()]).toEqual(['/api/uploads/1']);
    const [item] = queue.get().items;
    queue.cancel(item!);
    expect(forget).toHaveBeenCalledWith('/api/uploads/1', item);
    expect(known.size).toBe(0);
    await settles(() => expect(sent.at(-1)?.name).toBe('d'));
    await settles(() => expect(states()).toMatchObject({ a: 'cancelled' }));
    queue.retry(item!);
    sent[1]!.done();
    await settles(() => expect(sent.at(-1)?.name).toBe('a'));
  });

  it('resumes where an earlier page left off', () => {
    const { queue, sent, known } = queueOf();
    const file = chosen('large', 2 * MB);
    known.set(`organisation||large|${2 * MB}|${file.file.lastModified}`, '/api/uploads/2');
    queue.add([file, chosen('small')], target);
    expect(sent.map(({ address }) => address)).toEqual(['/api/uploads/2', undefined]);
  });

  it('asks about existing names, and applies one answer to all', async () => {
    const { queue, sent, states } = queueOf();
    queue.add([chosen('a'), chosen('b'), chosen('c'), chosen('d')], target);
    sent[0]!.refuse('taken', true);
    sent[1]!.refuse('taken', true);
    await settles(() => expect(queue.get()).toMatchObject({ othersAsking: 1, asking: { path: 'a' } }));
    queue.decide(queue.get().asking!, 'replace', true);
    // Applies to uploads started before the answer, too.
    sent[2]!.refuse('taken', true);
    await settles(() => {
      for (const one of sent.slice(3)) one.done();
      expect(states()).toEqual({ a: 'done', b: 'done', c: 'done', d: 'done' });
    });
    const policies = sent.map(({ name, metadata }) => `${name} ${metadata.policy ?? 'ask'}`);
    expect(policies).toEqual(expect.arrayContaining(['a ask', 'a replace', 'b replace', 'c replace']));
    queue.add([chosen('e')], target);
    expect(sent.at(-1)!.metadata.policy).toBeUndefined();
  });

  it('keeps a failed upload, with the reason, until it is retried', async () => {
    const { queue, sent, states } = queueOf();
    queue.add([chosen('a')], target);
    sent[0]!.refuse('No room.');
    await settles(() => expect(queue.get()).toMatchObject({ failed: 1, open: 0, percent: 100 }));
    expect(queue.get().items[0]).toMatchObject({ problem: 'No room.', planProblem: false });
    queue.retryAll();
    sent[1]!.refuse('The plan is full.', false, 402);
    await settles(() => expect(queue.get().items[0]!.problem).toBe('The plan is full.'));
    expect(queue.get().items[0]!.planProblem).toBe(true);
    queue.retryAll();
    sent[2]!.done('skipped');
    await settles(() => expect(states()).toEqual({ a: 'skipped' }));
    queue.clear();
    await settles(() => expect(queue.get().items).toEqual([]));
  });
});
