import { get } from 'node:http';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort } from 'node:worker_threads';
import type { TestPerson } from '../../server/src/testing/people.ts';
import { upload } from '../../server/src/testing/upload.ts';

export type Account = Pick<TestPerson, 'token' | 'headers'>;

interface Target {
  url: string;
  accounts: readonly Account[];
}

let refused = 0;
/** While the attack pauses, what it began goes on and nothing is begun. */
let pause = Promise.withResolvers<void>();

async function call({ url }: Target, { headers }: Account, path: string, body?: object) {
  const answer = await fetch(`${url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  });
  if (answer.status >= 300) refused += 1;
  return answer.json().catch(() => ({}));
}

/** Some at a time. */
function again(atOnce: number, work: () => Promise<unknown>): void {
  const loop = async () => {
    for (;;) {
      await pause.promise;
      await work().catch(() => wait(50));
    }
  };
  for (let n = 0; n < atOnce; n += 1) void loop();
}

/** Opens an answer and reads nothing of it. */
const openUnread = (url: string, headers: Record<string, string>) =>
  new Promise<void>((resolve) => {
    get(url, { headers }, (answer) => {
      answer.pause();
      answer.on('close', resolve).on('error', () => {});
    }).on('error', () => resolve());
  });

const words = Array.from({ length: 82 }, (_, n) => `word${n % 10}`);

/** What an account does that does its worst, each forever. */
export const attacks: Record<string, (target: Target) => unknown> = {
  'PDFs of nested forms': ({ url, accounts: [one] }) =>
    again(1, async () => {
      const name = `${crypto.randomUUID()}.pdf`;
      await upload(url, one!.token, name, nestedForms(name));
      await wait(1_000);
    }),
  'searches of 490 letters': (target) => {
    const q = encodeURIComponent(words.join(' ').slice(0, 490));
    again(8, () => call(target, target.accounts[0]!, `/search?q=${q}`));
  },
  'zips nobody reads': async (target) => {
    const [one] = target.accounts;
    const id = await upload(target.url, one!.token, 'large.bin', Buffer.alloc(30_000_000, crypto.randomUUID()));
    again(64, async () => {
      const { data } = await call(target, one!, '/documents/zip', { document_ids: [id] });
      return data ? openUnread(`${target.url}/storage/${data.local_path}`, {}) : wait(50);
    });
  },
  'event streams': ({ url, accounts: [one] }) => again(50, () => openUnread(`${url}/api/events`, one!.headers)),
  'suggestions, three accounts': (target) => {
    for (const one of target.accounts) again(8, () => call(target, one, '/ai/suggestions'));
  },
  'lists on 50 connections': (target) => again(50, () => call(target, target.accounts[0]!, '/documents')),
  'bodies of as many keys as fit': (target) => {
    const body = Object.fromEntries(Array.from({ length: 32_000 }, (_, n) => [n.toString(36), 1]));
    again(8, () => call(target, target.accounts[0]!, '/labels', body));
  },
  'bodies of 512 kB for a call that takes them': (target) => {
    const body = { a: Array.from({ length: 1600 }, () => ({ id: 'x'.repeat(300) })) };
    again(8, () => call(target, target.accounts[0]!, '/sources/sync-settings', body));
  },
};

if (isMainThread && process.send && !parentPort) {
  // It runs beside what it attacks: what it takes of the processors itself is not what is measured.
  setPriority(Math.min(getPriority() + 10, 19));
  process.on('message', (message: 'go' | 'pause' | { name: string; target: Target }) => {
    if (message === 'go') pause.resolve();
    else if (message === 'pause') pause = Promise.withResolvers();
    else void attacks[message.name]!(message.target);
  });
  process.on('SIGTERM', () => process.send!(refused, () => process.exit()));
}

const levels = 14;
const draws = '/X Do '.repeat(10);

/** A PDF of a few kB whose page draws a form that draws another ten times, and so on: no reader comes to its end. */
function nestedForms(name: string): Buffer {
  const streamOf = (head: string, text: string) => `<< ${head} /Length ${text.length} >>\nstream\n${text}\nendstream`;
  const resources = (next: number) => `/Resources << /XObject << /X ${next} 0 R >> >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources(5)} /Contents 4 0 R >>`,
    streamOf('', `% ${name}\n${draws}`),
    ...Array.from({ length: levels }, (_, level) => {
      const head = '/Type /XObject /Subtype /Form /BBox [0 0 595 842]';
      return level === levels - 1 ? streamOf(head, '0 0 m') : streamOf(`${head} ${resources(6 + level)}`, draws);
    }),
  ];
  const parts = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
  return Buffer.from(`%PDF-1.4\n${parts.join('')}trailer\n<< /Root 1 0 R >>\n`, 'latin1');
}
