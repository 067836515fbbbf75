import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config/config.ts';
import { start } from './start.ts';

it('refuses to start without the OCR data of a language, and says how to install it', async () => {
  const config = readConfig({ OCR: 'on', OCR_LANGUAGES: 'eng,xyz', SHEAF_SANDBOX: 'no' });
  await expect(
    start(
      config,
      () => {},
      () => {},
    ),
  ).rejects.toThrow('OCR=on needs packages that aren’t installed. Run: npm install --no-save @tesseract.js-data/xyz');
});

it('refuses to start without the model of EMBEDDINGS=local, and says where it expects which files', async () => {
  const folder = '/nowhere/model';
  const config = readConfig({ EMBEDDINGS: 'local', EMBEDDINGS_MODEL: folder, SHEAF_SANDBOX: 'no' });
  const starting = start(
    config,
    () => {},
    () => {},
  );
  await expect(starting).rejects.toThrow(ConfigError);
  await expect(starting).rejects.toThrow('EMBEDDINGS=local needs a model that Sheaf can use');
  await expect(starting).rejects.toThrow(`there is no folder ${folder}`);
});
