import type { Frame, Locator, Page } from '@playwright/test';
import { upload } from '../setup/documents.ts';
import { enterAs, newPerson, type Person } from '../setup/people.ts';
import { test as base, expect } from '../setup/test.ts';
import * as hostile from './hostile-files.ts';

const test = base.extend<object, { victim: Person }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures a fixture needs from here
  victim: [async ({}, use) => use(await newPerson({ name: 'Vera Victim' })), { scope: 'worker' }],
});

interface Case {
  name: string;
  file: string | (() => Uint8Array);
  /** The text that the person sees: in the file, or about it. */
  shows?: RegExp;
  says?: RegExp;
}

const cases: readonly Case[] = [
  { name: 'page.html', file: hostile.html, shows: /Your bill/ },
  { name: 'mail.eml', file: hostile.mail, shows: /Your bill/ },
  { name: 'notes.md', file: hostile.markdown, shows: /Notes/ },
  { name: 'source.js', file: hostile.html, shows: /<script>alert/ },
  { name: 'table.csv', file: `a,b\n${hostile.svg.replaceAll('\n', '')},=cmd()`, shows: /onload/ },
  { name: 'script.pdf', file: hostile.pdf, shows: /A harmless looking page/ },
  { name: 'letter.docx', file: hostile.docx, shows: /Dear customer/ },
  { name: 'page or not.pdf', file: () => hostile.polyglots.pdf, shows: /A harmless looking page/ },
  { name: 'page or not.docx', file: () => hostile.polyglots.docx, says: /This file is damaged/ },
  { name: 'bomb.docx', file: () => hostile.bomb('docx', { honest: true }), says: /it unpacks to more than 192 MB/ },
  { name: 'bomb.xlsx', file: () => hostile.bomb('xlsx', { honest: false }), says: /it unpacks to more than 192 MB/ },
  { name: 'bomb.pptx', file: () => hostile.bomb('pptx', { honest: false }), says: /it unpacks to more than 192 MB/ },
  { name: 'laughs.pptx', file: hostile.laughs, says: /defines a document type/ },
  { name: 'broken.pptx', file: () => hostile.broken.xml('pptx'), says: /presentation\.xml can’t be read/ },
  { name: 'broken.docx', file: () => hostile.broken.xml('docx'), says: /This file is damaged|Can’t show/ },
  { name: 'broken.xlsx', file: () => hostile.broken.xml('xlsx'), says: /This file is damaged/ },
  { name: 'empty.docx', file: hostile.broken.empty, says: /it isn’t a Word document/ },
  { name: 'empty.pptx', file: hostile.broken.empty, says: /it isn’t a presentation/ },
  { name: 'empty.odt', file: hostile.broken.empty, says: /it isn’t an OpenDocument file/ },
  { name: 'cut.docx', file: hostile.broken.cut, says: /its parts can’t be found/ },
  { name: 'noise.docx', file: hostile.broken.noise, says: /its parts can’t be found/ },
  { name: 'noise.pdf', file: hostile.broken.noise, says: /This file is damaged: Invalid PDF structure/ },
  { name: 'noise.txt', file: hostile.broken.noise, says: /This file isn’t text/ },
  { name: 'noise.mp4', file: hostile.broken.noise, says: /This file is damaged/ },
  { name: 'noise.png', file: hostile.broken.noise, says: /This image is damaged/ },
  { name: 'huge.png', file: () => hostile.png(30_000, 30_000), says: /too many pixels/ },
];

/** Longer than a frame may take to start (30 s) and be silent after that (15 s). */
const TOO_LONG = { timeout: 60_000 };

const sanitized = /\.(html|eml|md)$/;

for (const { name, file, shows, says } of cases) {
  test(`${name} runs nothing, and ${shows ? 'is shown' : 'says what is wrong'}`, { tag: '@long' }, async ({
    page,
    victim,
    problems,
  }) => {
    // The console logs what the page's policy blocked of a library's output. What we sanitize ourselves leaves nothing
    // to block.
    if (!sanitized.test(name)) problems.expect(/^console: .*Content Security Policy/);
    const opened = await open(page, victim, name, typeof file === 'string' ? file : file());
    if (shows)
      await expect(opened.dialog.locator('iframe').contentFrame().locator('body')).toContainText(shows, TOO_LONG);
    else await expect(opened.dialog).toContainText(says!, TOO_LONG);
    await opened.expectUntouched();
  });
}

test('a drawing with a script is shown as a drawing', { tag: '@long' }, async ({ page, victim }) => {
  const { dialog, expectUntouched } = await open(page, victim, 'logo.svg', hostile.svg);
  await expectWidth(dialog.locator('iframe').contentFrame().getByRole('img', { name: 'logo.svg' }), 300);
  await expectUntouched();
});

test('a file that is an image and a script is shown as an image', { tag: '@long' }, async ({ page, victim }) => {
  const { dialog, expectUntouched } = await open(page, victim, 'image or script.gif', hostile.polyglots.gif);
  await expectWidth(dialog.getByRole('img', { name: 'image or script.gif' }), 10_799);
  await expectUntouched();
});

async function expectWidth(image: Locator, width: number): Promise<void> {
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth)).toBe(width);
}

test('code in the page that shows files would reach nothing', { tag: '@long' }, async ({ page, victim, problems }) => {
  problems.expect(/^console: /);
  const { dialog, expectUntouched } = await open(page, victim, 'text.txt', 'Some words');
  await expect(dialog.locator('iframe').contentFrame().getByText('Some words')).toBeVisible();
  const frame = page.frames().find((one) => one.url().includes('/viewer.html'))!;
  expect(await frame.evaluate(() => origin)).toBe('null');
  expect(await attempts(frame)).toEqual({
    storage: 'refused',
    cookie: 'refused',
    parent: 'refused',
    call: 'refused',
    image: 'refused',
    popup: 'refused',
    inline: 'refused',
    worker: 'refused',
    leave: 'refused',
  });
  await expectUntouched();
});

test('a drawing that never finishes is ended, and the app keeps working', { tag: '@long' }, async ({
  page,
  victim,
}) => {
  const { dialog, expectUntouched } = await open(page, victim, 'endless.svg', hostile.endlessSvg);
  await expect(dialog).toContainText(/takes too long to open|This drawing is damaged/, TOO_LONG);
  await expectUntouched();
});

test('a file that hangs is ended, and the app keeps working', { tag: '@long' }, async ({ page, victim }) => {
  await page.route('**/assets/code-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'Access-Control-Allow-Origin': '*' },
      body: 'export const show = () => { for (;;); };',
    }),
  );
  const { dialog } = await open(page, victim, 'endless.txt', 'x');
  await expect(dialog.locator('iframe')).toBeAttached();
  await dialog.getByRole('tab', { name: 'File Details' }).click();
  await expect(dialog.getByText('Last update')).toBeVisible();
  await dialog.getByRole('tab', { name: 'View' }).click();
  await expect(dialog).toContainText('This file takes too long to open', TOO_LONG);
  await expect(dialog.locator('iframe')).toHaveCount(0);
});

/** Uploads a file and opens its preview. */
async function open(page: Page, person: Person, name: string, bytes: Uint8Array | string) {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(request.url()));
  const id = await upload(person, name, bytes);
  await enterAs(page, person);
  await page.goto(`/directory?preview=${id}`);
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  return {
    dialog,
    async expectUntouched() {
      const state = await page.evaluate(() => ({
        title: document.title,
        owned: localStorage.getItem('owned') ?? Reflect.get(window, 'owned') ?? null,
        path: location.pathname,
        storage: Object.keys(localStorage).includes('token'),
      }));
      expect(state).toEqual({
        title: expect.not.stringContaining('owned'),
        owned: null,
        path: '/directory',
        storage: true,
      });
      expect(dialogs).toEqual([]);
      expect(asked.filter((url) => /owned|evil\.example/.test(url))).toEqual([]);
      expect(page.context().pages()).toHaveLength(1);
      await dialog.getByRole('tab', { name: 'File Details' }).click();
      await expect(dialog.getByText('Last update')).toBeVisible();
    },
  };
}

/** The attempts of a script inside the frame; only the test driver can run one there, no file can. */
function attempts(frame: Frame): Promise<Record<string, string>> {
  return frame.evaluate(async () => {
    const outcome = async (attempt: () => unknown) => {
      try {
        return (await attempt()) ? 'done' : 'refused';
      } catch {
        return 'refused';
      }
    };
    const loads = (image: HTMLImageElement) =>
      new Promise((resolve) => {
        image.addEventListener('load', () => resolve(true));
        image.addEventListener('error', () => resolve(false));
      });
    return {
      storage: await outcome(() => localStorage.setItem('a', 'b') ?? true),
      cookie: await outcome(() => document.cookie ?? true),
      parent: await outcome(() => parent.document),
      call: await outcome(() => fetch('/api/health')),
      image: await outcome(() => loads(Object.assign(new Image(), { src: '/favicon.svg' }))),
      popup: await outcome(() => window.open('/owned')),
      inline: await outcome(() => {
        document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' }));
        return Reflect.get(window, 'ran');
      }),
      worker: await outcome(() => new Worker('/early.js')),
      leave: await outcome(() => {
        top!.location.href = '/owned';
        return false;
      }),
    };
  });
}
