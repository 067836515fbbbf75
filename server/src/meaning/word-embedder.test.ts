import { expect, it } from 'vitest';
import { similarity } from './int8.ts';
import { createWordEmbedder } from './word-embedder.ts';

const embedder = createWordEmbedder();
const { signal } = new AbortController();
const embed = async (text: string) => (await embedder.embed([text], signal))[0]!;

it.each([
  ['vacation', 'holiday', 'invoice'],
  ['salary', 'wages', 'window'],
  ['car', 'vehicle', 'contract'],
  ['physician', 'doctor', 'bridge'],
  ['lawyer', 'attorney', 'kitchen'],
  ['How much time off do I get?', 'Employees have 28 days of paid leave a year.', 'The roof leaks above the press.'],
  ['Who has not paid?', 'The invoice is overdue; a reminder was sent.', 'The jury chose our poster series.'],
])('%s is nearer to %s than to %s', async (one, near, far) => {
  const [a, b, c] = [await embed(one), await embed(near), await embed(far)];
  expect(similarity(a.vector, b.vector)).toBeGreaterThan(similarity(a.vector, c.vector) + 0.1);
});

it('gives a text the same meaning every time', async () => {
  const text = 'Either party may terminate this agreement with three months’ written notice.';
  expect(await embed(text)).toEqual(await embed(text));
  // On every machine, because stored vectors must stay comparable.
  expect((await embed(text)).code).toBe('x20bd8017174f3de08f0569acd6f142a6464b6f93c9f42796d76dbf51a73aed12');
});

it('finds no meaning in a text without words', async () => {
  expect(await embedder.embed(['', '…', '請求書'], signal)).toEqual([null, null, null]);
});

it('makes codes of which few bits differ if meanings are near', async () => {
  const [one, near, far] = await Promise.all(
    [
      'The tenant pays the rent at the beginning of the month.',
      'Rent is due from the tenant monthly, in advance.',
      'We print posters with a warm palette.',
    ].map(embed),
  );
  expect(one!.code).toMatch(/^x[0-9a-f]{64}$/);
  expect(differing(one!.code, near!.code)).toBeLessThan(differing(one!.code, far!.code) - 20);
});

it('assigns a text to the nearest cluster', async () => {
  const { vector, cluster } = await embed('The heating was serviced and a valve replaced.');
  const nearest = await embedder.nearestClusters(vector, 8);
  expect(nearest[0]).toBe(cluster);
  expect(new Set(nearest).size).toBe(8);
});

it('understands English, and texts that are too short for their language to be recognized', () => {
  expect(['en', null, 'de', 'fr', 'ja'].map((language) => embedder.canEmbed(language))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

function differing(a: string, b: string): number {
  const bits = BigInt(`0${a}`) ^ BigInt(`0${b}`);
  return bits.toString(2).replaceAll('0', '').length;
}
