import { join } from 'node:path';
import { expect } from 'vitest';
import type { Answered } from '../server.ts';
import { readStone } from './stone.ts';
import { problemsOf } from './stone-values.ts';

export const stone = readStone(join(import.meta.dirname, '../description'));

const named = (name: string) => ({ name, arguments: [], isNullable: false });

/** What is wrong with an answer by Dropbox's own description of the call, one line each. */
export function problemsOfAnswer({ route, status, body }: Answered): string[] {
  const described = stone.routes.get(route);
  if (!described || status === 404) return status === 404 ? [] : [`unknown ${route}`];
  const { namespace, result, error } = described;
  if (status === 200 || status === 206) return problemsOf(stone, namespace, result, body);
  if (typeof body === 'string') return status === 400 || status === 416 ? [] : [`${status} in text`];
  const { error_summary, error: given } = body as { error_summary?: unknown; error?: unknown };
  if (typeof error_summary !== 'string') return ['no error_summary'];
  if (status === 401) return problemsOf(stone, 'auth', named('AuthError'), given);
  if (status === 422) return problemsOf(stone, 'common', named('PathRootError'), given);
  if (status === 429) return problemsOf(stone, 'auth', named('RateLimitError'), given);
  return problemsOf(stone, namespace, error, given);
}

/** For `onAnswer`: collects what is wrong, for a test to expect nothing. */
export function createDescribed() {
  const problems = new Set<string>();
  const routes = new Set<string>();
  return {
    routes,
    onAnswer(answer: Answered) {
      routes.add(answer.route);
      for (const problem of problemsOfAnswer(answer)) problems.add(`${answer.route} ${answer.status} ${problem}`);
    },
    expectNone: () => expect([...problems]).toEqual([]),
  };
}
