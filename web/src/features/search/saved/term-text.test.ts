import { parseSearch } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { termText } from './term-text.ts';

const texts = (q: string) => parseSearch(q).map(termText);

it('describes operators in words', () => {
  expect(texts('rent type:pdf label:"Tax 2025" source:dropbox before:2026-03-01')).toEqual([
    undefined,
    'Type: pdf',
    'Label: Tax 2025',
    'App: dropbox',
    'Before: 2026-03-01',
  ]);
});

it('describes exclusions and phrases', () => {
  expect(texts('"signed copy" -draft -type:pdf -"first draft"')).toEqual([
    '“signed copy”',
    'Without “draft”',
    'Not Type: pdf',
    'Without “first draft”',
  ]);
});

it('ignores an operator without a value', () => {
  expect(texts('type: label:')).toEqual([undefined, undefined]);
});
