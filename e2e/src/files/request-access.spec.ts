import { documents } from '@sheaf/contract';
import { colleagueOf } from '../setup/colleagues.ts';
import { upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test } from '../setup/test.ts';

test('a link to a document without access leads to a request, which the owner grants from the bell', async ({
  page,
  problems,
}) => {
  problems.expect(/^404 (GET|POST) \/api\/documents\//);
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Colleague');
  const id = await upload(owner, 'plan.txt', 'A plan');
  const link = `/directory?org=${kim.organizationId}&preview=${id}`;
  await enterAs(page, kim);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
  await page.getByLabel('Message (optional)').fill('For the budget');
  await expectSound(page);
  await page.getByRole('button', { name: 'Request access' }).click();
  await expect(page.getByText('Request sent')).toBeVisible();

  await enterAs(page, owner);
  await page.goto('/directory');
  await page.getByRole('button', { name: /^Notifications, \d unread/ }).click();
  await expect(page.getByText('Kim Colleague asks for access to “plan.txt”')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: /^Grant/ }).click();
  await expect(page.getByText('Access granted')).toBeVisible();
  expect((await kim.there(documents.get, { params: { id } })).data.permission).toBe('view');
});
