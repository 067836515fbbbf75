import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { person } from '../testing/people.ts';
import { testApp } from '../testing/test-app.ts';

const app = await forThisFile(testApp());
const owner = await person(app);

async function ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  const answer = await app.request({
    method,
    url: `/api${path}`,
    headers: { Authorization: `Bearer ${owner.token}`, Organization: owner.organizationId },
    ...(body && { payload: body }),
  });
  return { status: answer.status, ...answer.json };
}

describe('the message about a wrong field', () => {
  it.each([
    ['/documents?per_page=120', 'Per page: Must be at most 100'],
    ['/documents?per_page=many', 'Per page: Must be a number'],
    ['/documents?page=1.5', 'Page: Must be a whole number'],
    ['/documents?owner=nobody', 'Owner: Must be one of: me, shared'],
    ['/documents?updated_from=yesterday', 'Updated from: Must be a date, such as 2026-01-31'],
    ['/documents?label_id=mine', 'Label id: Must be a valid id'],
  ])('names it in plain words: GET %s', async (path, message) => {
    expect(await ask('GET', path)).toMatchObject({ status: 422, message });
  });

  it('names a field of the body in plain words, and by its own name for forms', async () => {
    const body = { current_password: 'x'.repeat(8), password: 'y'.repeat(8), password_confirmation: 'z'.repeat(8) };
    expect(await ask('PUT', '/user/update-password', body)).toMatchObject({
      status: 422,
      message: "Password confirmation: Don't match",
      errors: { password_confirmation: ["Don't match"] },
    });
    const choice = { source_account_id: owner.id, data: { sync: { file_mode: 'some' } } };
    expect(await ask('POST', '/sources/sync-settings', choice)).toMatchObject({
      message: 'File mode: Must be one of: all, selected, none',
      errors: { 'data.sync.file_mode': ['Must be one of: all, selected, none'] },
    });
  });
});

it('ignores unknown parameters of a query and refuses unknown fields of a body', async () => {
  expect(await ask('GET', '/documents?utm_source=mail&per_page=5')).toMatchObject({
    status: 200,
    pagination: { perPage: 5 },
  });
  expect(await ask('GET', '/auth/user?utm_source=mail')).toMatchObject({ status: 200 });
  expect(await ask('POST', '/collections', { name: 'Plans', surprise: 1 })).toMatchObject({
    status: 422,
    message: 'Surprise: Unknown field',
    errors: { surprise: ['Unknown field'] },
  });
});
