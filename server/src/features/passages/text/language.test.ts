import { expect, it } from 'vitest';
import { inheritLanguage, languageOf } from './language.ts';

const passage = (body: string) => ({ places: [], language: languageOf(body), body, words: '' });
const languages = (...bodies: string[]) => inheritLanguage(bodies.map(passage)).map(({ language }) => language);

const english = 'The board has approved the agreement, and both sides signed it in the town hall on Friday. '.repeat(4);
const german = 'Der Vorstand hat dem Vertrag zugestimmt, und beide Seiten haben ihn am Freitag unterschrieben. '.repeat(
  4,
);

it('takes tags and names for no rare language', () => {
  const told = ['{{ page.content }}', '{% set titol = alt %}', 'Castella, Maria', 'La reunió és demà', 'Zadar'].map(
    languageOf,
  );
  expect(told.filter((language) => language && !['en', 'de', 'fr', 'es'].includes(language))).toEqual([]);
  expect(languageOf('12 | 14.50')).toBe(null);
});

it('uses the document’s language for passages too short to have their own', () => {
  expect(languages(english, 'Castella, Maria', '12 | 14.50', 'La reunió és demà a les nou.')).toEqual([
    'en',
    'en',
    'en',
    'en',
  ]);
  expect(languages(german, english, german, 'Total')).toEqual(['de', 'en', 'de', 'de']);
  expect(languages('12 | 14.50')).toEqual([null]);
});
