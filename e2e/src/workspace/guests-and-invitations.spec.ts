import { randomUUID } from 'node:crypto';
import { connect, sync } from '../setup/apps.ts';
import { colleagueOf } from '../setup/colleagues.ts';
import { row } from '../setup/documents.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test } from '../setup/test.ts';

test('an invalid invitation says so to a signed-in person', async ({ page, problems, member }) => {
  problems.expect(/^4\d\d POST \/api\/auth\/validate-invitation-code$/);
  await enterAs(page, member);
  await page.goto('/accept-member-invite/no-such-invitation');
  await expect(page.getByRole('heading', { level: 1, name: 'Invitation not found' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to Directory' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible();
});

test('guests see neither Switch cloud nor the usage of the workspace', async ({ page }) => {
  const owner = await newPerson();
  const guest = await colleagueOf(owner, 'Gus Guest', 'guest');
  await enterAs(page, guest, { show: '1', org_id: guest.organizationId });
  await page.goto('/plans');
  await expect(page.getByText('Only owners can change the plan.')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Directory',
    'Collections',
    'AI chat',
  ]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/directory?place=trash');
  await expect(page.getByRole('heading', { name: 'Trash is empty' })).toBeVisible();
  expect(asked).toContain('/api/documents');
  expect(asked, 'what only members may ask').not.toContain('/api/documents/trash');
});

test('people in a conversation have the same initials as elsewhere', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  const gmail = await connect(person, 'gmail', 'chen');
  const label = `Label ${randomUUID()}`;
  const labelIds = [await gmail.cloud<string>('addLabel', { person: 'chen', name: label })];
  const from = 'Ada Maria Lovelace <ada@example.com>';
  await gmail.cloud('addMail', { person: 'chen', subject: 'Engines', text: 'Words', labelIds, from });
  await sync(person, gmail, { chat_selected: [{ id: labelIds[0]!, name: label }] });
  await enterAs(page, person);
  await page.goto('/directory');
  await row(page, 'Engines').dblclick();
  const thread = page.getByRole('dialog').locator('iframe').contentFrame();
  await expect(thread.locator('.avatar')).toHaveText(['AM']);
});
