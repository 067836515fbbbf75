import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { HttpResponse } from '../http/http.ts';
import { refusal } from './refusals.ts';

function answer(status: number, reason: string, message: string): HttpResponse {
  const body = JSON.stringify({
    error: { code: status, message, errors: [{ domain: 'usageLimits', reason, message }] },
  });
  return {
    status,
    headers: {},
    body: Readable.from([]),
    text: async () => body,
    json: async () => JSON.parse(body),
    discard: async () => {},
  } as unknown as HttpResponse;
}
const quota = (limit: string) =>
  `Quota exceeded for quota metric 'Queries' and limit '${limit}' of service 'drive.googleapis.com' for consumer 'project_number:1'.`;

describe('the owner of a limit in a refusal of Google', () => {
  it.each([
    ['app', 403, 'dailyLimitExceeded', 'Daily Limit Exceeded'],
    ['app', 403, 'rateLimitExceeded', 'Rate Limit Exceeded'],
    ['account', 429, 'rateLimitExceeded', 'Rate Limit Exceeded'],
    ['account', 403, 'userRateLimitExceeded', 'User Rate Limit Exceeded'],
    ['account', 403, 'sharingRateLimitExceeded', 'Rate limit exceeded. User message: …'],
    ['app', 403, 'rateLimitExceeded', quota('Queries per minute')],
    ['app', 429, 'rateLimitExceeded', quota('Queries per day')],
    ['account', 403, 'rateLimitExceeded', quota('Queries per minute per user')],
  ])('%s: %i %s, %s', async (limit, status, reason, message) => {
    expect(await refusal(answer(status, reason, message), 'Google Drive')).toMatchObject({
      code: 'rate_limited',
      detail: { limit },
    });
  });
});
