import { eld } from 'eld/small';

/** Of so much text it can be told, and more of it would only take longer. */
const enough = 600;

/** ISO 639-1; null where it cannot be told, as with numbers. */
export function languageOf(text: string): string | null {
  const found = eld.detect(text.slice(0, enough));
  return found.language && found.isReliable() ? found.language : null;
}
