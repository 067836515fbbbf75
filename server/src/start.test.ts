import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { start } from './start.ts';

it('does not start where OCR lacks the data of a language, and says how to install it', async () => {
  const config = readConfig({ OCR: 'on', OCR_LANGUAGES: 'eng,xyz', SHEAF_SANDBOX: 'no' });
  await expect(
    start(
      config,
      () => {},
      () => {},
    ),
  ).rejects.toThrow('OCR=on needs packages that aren’t installed. Run: npm install --no-save @tesseract.js-data/xyz');
});
