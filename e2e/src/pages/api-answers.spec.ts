import type { Page } from '@playwright/test';
import { connect } from '../setup/apps.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test } from '../setup/test.ts';

/** Calls the API from the page, with the session of its person. */
const callFrom = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ({ method, path, body }) => {
      const headers = {
        Authorization: `Bearer ${localStorage.getItem('token')}`,
        Organization: localStorage.getItem('org_id') ?? '',
        'Content-Type': 'application/json',
      };
      const options = { method, headers, body: body && JSON.stringify(body) };
      const response = await fetch(`/api${path}`, options);
      return (await response.json()) as { message?: string; data?: unknown; pagination?: unknown };
    },
    { method, path, body },
  );

test('wrong parameters are explained in plain words, and unknown ones of a query ignored', async ({
  page,
  problems,
  member,
}) => {
  problems.expect('422 GET /api/documents');
  await enterAs(page, member);
  await page.goto('/directory');
  await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible();
  const { message } = await callFrom(page, 'GET', '/documents?per_page=120');
  expect(message).toBe('Per page: Must be at most 100');
  const { pagination } = await callFrom(page, 'GET', '/documents?utm_source=mail');
  expect(pagination).toMatchObject({ currentPage: 1 });
});

test('the picker of sync gets a token for Google Drive, and a list for other apps', async ({ page }) => {
  const person = await newPerson();
  const [drive, dropbox] = [await connect(person, 'google-drive', 'ada'), await connect(person, 'dropbox', 'ada')];
  await enterAs(page, person);
  await page.goto('/directory');
  await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible();
  const filesOf = async ({ account }: typeof drive) =>
    (await callFrom(page, 'POST', '/sources/files', { source_account_id: account.id })).data;
  expect(typeof (await filesOf(drive))).toBe('string');
  expect(await filesOf(dropbox)).toContainEqual(expect.objectContaining({ kind: 'folder' }));
});
