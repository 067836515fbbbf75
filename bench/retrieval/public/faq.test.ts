import { expect, it } from 'vitest';
import { saysPartOf } from './faq.ts';

const answer =
  'The installer is started from a disk.\nIt asks for a language, a keyboard and a place, and then for the disk.';

it('finds a statement of an answer wherever it stands in a quote, however lines are broken', () => {
  expect(saysPartOf(answer, 'It asks for a language, a keyboard\nand a place, and then for the disk.')).toBe(true);
  expect(
    saysPartOf(
      answer,
      'Before that you need a disk. It asks for a language, a keyboard and a place, and then for more.',
    ),
  ).toBe(true);
  expect(saysPartOf(answer, 'It asks for a language, a keyboard and other things that this answer never names.')).toBe(
    false,
  );
});

it('takes all of a short quote or answer', () => {
  expect(saysPartOf(answer, 'The installer is started from a disk.')).toBe(true);
  expect(saysPartOf(answer, 'The installer is started from a stick.')).toBe(false);
  expect(
    saysPartOf('Yes, from a disk.', 'Can it be started without a network? Yes, from a disk. See the next chapter.'),
  ).toBe(true);
});
