import type { Page } from '@playwright/test';
import { row, test, upload } from '../setup/documents.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect } from '../setup/test.ts';

/** A second of one color, recorded by this browser. `isNoisy` makes it take megabytes. */
async function film(page: Page, isNoisy = false): Promise<Buffer> {
  const base64 = await page.evaluate(async (isNoisy) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
    const context = canvas.getContext('2d')!;
    const options = { mimeType: 'video/webm;codecs=vp8', videoBitsPerSecond: isNoisy ? 60e6 : 1e6 };
    const recorder = new MediaRecorder(canvas.captureStream(25), options);
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let i = 0; i < 25; i++) {
      const image = context.createImageData(640, 360);
      for (let at = 0; at < image.data.length; at += 4)
        image.data.set([isNoisy ? Math.random() * 60 : 0, 200 - (i % 2), 0, 255], at);
      context.putImageData(image, 0, 0);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }, isNoisy);
  return Buffer.from(base64, 'base64');
}

/** Chromium sometimes reports a seek before it can draw the frame; here it always does. */
async function drawLate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tries = new WeakMap<object, number>();
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function (this: unknown, ...given: [CanvasImageSource]) {
      const [image] = given;
      const tried = tries.get(image) ?? 0;
      tries.set(image, tried + 1);
      if (!(image instanceof HTMLVideoElement) || tried >= 3) Reflect.apply(drawImage, this, given);
    };
  });
}

test('videos show a frame on their card, whatever is installed on the server', async ({ page }) => {
  await drawLate(page);
  const person = await newPerson();
  await enterAs(page, person);
  await page.goto('/directory');
  await upload(person, 'harbor.webm', await film(page));
  await upload(person, 'noisy.webm', await film(page, true));
  await upload(person, 'broken.mp4', 'No video');
  await page.goto('/directory?view=grid');
  for (const name of ['harbor.webm', 'noisy.webm']) {
    const picture = row(page, name).locator('img[data-loaded]');
    await expect(picture).toBeVisible();
    const [width, red, green] = await picture.evaluate((image: HTMLImageElement) => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      return [image.naturalWidth, ...context.getImageData(100, 100, 1, 1).data];
    });
    expect(width).toBe(320);
    expect(green).toBeGreaterThan(130);
    expect(red).toBeLessThan(90);
  }
  await expect(row(page, 'broken.mp4').locator('img')).toBeHidden();
});
