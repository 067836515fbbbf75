import { expect, it } from 'vitest';
import { answerAsText } from './answer-as-text.ts';

const citation = {
  number: 1,
  document_id: '0198a2b4-0000-7000-8000-000000000001',
  document_name: 'Lease.pdf',
  passage_id: 'p',
  quote: 'The rent is\n1,200 euros.',
  place: { kind: 'page' as const, value: '3', row: null },
};

it('ends with the sources', () => {
  expect(answerAsText({ content: 'The rent is 1,200 euros [1].', citations: [citation], supported: true })).toBe(
    'The rent is 1,200 euros [1].\n\nSources\n[1] Lease.pdf, Page 3: “The rent is 1,200 euros.”',
  );
});

it('marks sentences without a source', () => {
  expect(answerAsText({ content: 'It is blue. [unsupported]', citations: [], supported: true })).toBe(
    'It is blue. (no source found)',
  );
});
