import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folderOf = (name: string): string | undefined => {
  try {
    return dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
  } catch {
    return undefined;
  }
};

/** The data of a language, from the package of that name; undefined if it isn't installed. */
export function languageFile(code: string): string | undefined {
  const folder = folderOf(`@tesseract.js-data/${code}`);
  const file = folder && join(folder, '4.0.0_best_int', `${code}.traineddata.gz`);
  return file && existsSync(file) ? file : undefined;
}

/** The packages needed to read pictures in these languages that aren't installed. */
export const missingPackages = (languages: readonly string[]): string[] => [
  ...(folderOf('tesseract.js') ? [] : ['tesseract.js']),
  ...languages.filter((code) => !languageFile(code)).map((code) => `@tesseract.js-data/${code}`),
];
