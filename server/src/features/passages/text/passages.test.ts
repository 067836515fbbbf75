import { expect, it } from 'vitest';
import { passagesOf } from './passages.ts';
import type { Piece } from './piece.ts';
import type { Passage } from './task.ts';
import { countWords } from './words.ts';

async function split(pieces: Piece[]): Promise<Passage[]> {
  const passages: Passage[] = [];
  for await (const passage of passagesOf(pieces)) passages.push(passage);
  return passages;
}
const words = (text: string) => countWords(text, 1_000_000).count;
const sentence = 'The team reviewed the budget before noon. ';

it('makes passages of 150 to 200 words and whole sentences, losing and repeating nothing', async () => {
  const text = sentence.repeat(200).trim();
  const passages = await split([{ place: { page: 1 }, text }]);
  expect(passages.map(({ body }) => body).join(' ')).toBe(text);
  for (const { body } of passages.slice(0, -1)) {
    expect(words(body)).toBeGreaterThanOrEqual(150);
    expect(words(body)).toBeLessThanOrEqual(200);
    expect(body).toMatch(/^The .*noon\.$/);
  }
});

it('joins short pieces and records where each starts', async () => {
  const pieces = Array.from({ length: 60 }, (_, slide) => ({
    place: { slide: slide + 1 },
    text: `Slide ${slide} shows the budget of the team.`,
  }));
  const passages = await split(pieces);
  expect(passages).toHaveLength(4);
  const starts = passages.flatMap(({ body, places }) =>
    places.map(({ at, slide }) => [slide, body.slice(at).split('\n')[0]]),
  );
  expect(starts).toEqual(pieces.map(({ place, text }) => [place.slide, text]));
});

it('records the place of a passage that starts within a piece', async () => {
  const passages = await split([{ place: { page: 7 }, text: sentence.repeat(60) }]);
  expect(passages.map(({ places }) => places)).toEqual(passages.map(() => [{ at: 0, page: 7 }]));
});

it('divides text without sentences, spaces or letters', async () => {
  for (const text of [
    'word '.repeat(1_000),
    'x'.repeat(20_000),
    '今天天气很好我们去公园散步'.repeat(100),
    '| '.repeat(1_000),
  ]) {
    const passages = await split([{ place: {}, text }]);
    expect(passages.length).toBeGreaterThan(2);
    expect(Math.max(...passages.map(({ body }) => body.length))).toBeLessThanOrEqual(8_000);
    expect(
      passages
        .map(({ body }) => body)
        .join('')
        .replaceAll(' ', ''),
    ).toBe(text.replaceAll(' ', ''));
  }
});

it('removes characters that are invisible or can’t be stored', async () => {
  const [passage] = await split([{ place: {}, text: 'a\0b\ud800 co\u00adop\r\n\r\n \t c' }]);
  expect(passage!.body).toBe('ab\ufffd coop\nc');
  expect(await split([{ place: { page: 1 }, text: ' \n \t' }])).toEqual([]);
});

it('keeps a heading with the text below it', async () => {
  const text = `${sentence.repeat(21)}\nTermination of the agreement\n${sentence.repeat(22)}`;
  const bodies = (await split([{ place: {}, text }])).map(({ body }) => body);
  expect(bodies[0]).toMatch(/Termination of the agreement\nThe team reviewed/);
});

it('detects the language', async () => {
  const texts = [
    'Der Vertrag wurde vom Vorstand genehmigt und läuft zwei Jahre.',
    'Le contrat a été approuvé par le conseil et dure deux ans.',
    '契約は取締役会で承認されました。',
    '12 | 14.50 | 77',
  ];
  const languages = await Promise.all(texts.map(async (text) => (await split([{ place: {}, text }]))[0]!.language));
  expect(languages).toEqual(['de', 'fr', 'ja', null]);
});
