import { expect, it } from 'vitest';
import { failureFrom } from './failures.ts';

const tagged = (...tags: string[]): object =>
  tags.reduceRight<object>(
    (inner, tag) => ({ '.tag': tag, ...(Object.keys(inner).length > 0 && { [tag]: inner }) }),
    {},
  );

it.each([
  ['too many writes', 429, { reason: tagged('too_many_write_operations'), retry_after: 7 }, { retryAfterMs: 7000 }],
  ['a lock on a folder', 409, tagged('path', 'too_many_write_operations'), {}],
  ['a lock on what is finished', 409, tagged('too_many_write_operations'), {}],
])('takes %s for a limit of the account', (_, status, error, detail) => {
  expect(failureFrom('files/upload', status, error)).toMatchObject({
    code: 'rate_limited',
    detail: { limit: 'account', ...detail },
  });
});

it.each([
  ['too many calls', { reason: tagged('too_many_requests') }],
  ['a limit in plain text', null],
])('does not guess whose limit it is with %s', (_, error) => {
  const { code, detail } = failureFrom('files/upload', 429, error);
  expect({ code, limit: detail.limit }).toEqual({ code: 'rate_limited', limit: undefined });
});

it.each([
  ['no_write_permission', 'forbidden', /can’t edit this folder/],
  ['team_folder', 'forbidden', /team folder/],
  ['access_restricted', 'forbidden', /admin/],
  ['insufficient_space', 'quota_full', /full/],
  ['invented_tomorrow', 'forbidden', /^Dropbox answers files\/upload with 409\.$/],
])('says in words what %s means', (tag, code, message) => {
  expect(failureFrom('files/upload', 409, tagged('path', tag))).toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
});
