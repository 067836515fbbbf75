import type { Page } from '@playwright/test';
import { row, test, upload } from '../setup/documents.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect } from '../setup/test.ts';

/** A second of green, as this browser records it. */
async function film(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
    const context = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let i = 0; i < 25; i++) {
      context.fillStyle = i % 2 ? 'rgb(0 200 0)' : 'rgb(0 201 0)';
      context.fillRect(0, 0, 640, 360);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(base64, 'base64');
}

test('videos are cards with a frame of theirs, whatever is installed where Sheaf runs', async ({ page }) => {
  const person = await newPerson();
  await enterAs(page, person);
  await page.goto('/directory');
  await upload(person, 'harbor.webm', await film(page));
  await upload(person, 'notes.txt', 'Notes');
  await page.goto('/directory?view=grid');
  const picture = row(page, 'harbor.webm').locator('img[data-loaded]');
  await expect(picture).toBeVisible();
  const color = await picture.evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    return [image.naturalWidth, ...context.getImageData(100, 100, 1, 1).data];
  });
  expect(color[0]).toBe(320);
  expect(color[2]).toBeGreaterThan(150);
  expect(color[1]).toBeLessThan(60);
});
