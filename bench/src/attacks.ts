import { get } from 'node:http';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort } from 'node:worker_threads';
import { upload } from '../../server/src/testing/upload.ts';
import type { Account } from './add-account.ts';
import { nestedForms } from './nested-forms.ts';

/** What an account does that does its worst, each for ever. */

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
