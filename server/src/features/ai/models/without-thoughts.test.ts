import { expect, it } from 'vitest';
import { failureText } from './failure-text.ts';
import { WithoutThoughts } from './without-thoughts.ts';

const read = (text: string, size: number): string => {
  const filter = new WithoutThoughts();
  let shown = '';
  for (let at = 0; at < text.length; at += size) shown += filter.push(text.slice(at, at + size));
  return shown + filter.end();
};

it('leaves out a model’s thoughts, however they are cut into pieces', () => {
  for (const size of [1, 2, 3, 5, 7, 100]) {
    expect(read('<think>The lease? 2 < 3.</think>Three months.', size)).toBe('Three months.');
    expect(read('So: <thinking>hm</thinking>a < b and b > c', size)).toBe('So: a < b and b > c');
    expect(read('<think>never ends', size)).toBe('');
  }
});

it.each([
  [{ statusCode: 401 }, /rejected the key/],
  [{ lastError: { statusCode: 429, responseHeaders: { 'retry-after': '17' } } }, /too many questions/],
  [{ statusCode: 200, responseHeaders: { 'content-type': 'text/html' } }, /answered with a web page/],
  [{ cause: { statusCode: 200, responseBody: '<!DOCTYPE html><p>Sign in' } }, /answered with a web page/],
  [{ statusCode: 404 }, /doesn’t know this model/],
  [new Error('socket hang up'), /couldn’t answer/],
  [undefined, /couldn’t answer/],
])('says why a model failed: %j', (failure, text) => {
  expect(failureText(failure).text).toMatch(text);
});

it('extracts when a busy provider accepts the next request', () => {
  expect(failureText({ lastError: { statusCode: 429, responseHeaders: { 'retry-after': '17' } } }).retryAfter).toBe(17);
});
