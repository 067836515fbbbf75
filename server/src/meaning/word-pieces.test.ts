import { expect, it } from 'vitest';
import { wordPieces } from './word-pieces.ts';
import { wordTable } from './word-table.ts';

const table = await wordTable();
const entries = [...table.rows.keys()];

const split = (text: string) => wordPieces(text, table).map((row) => entries[row]);

it.each([
  // Split like BERT's uncased tokenizer.
  ['unaffable', ['una', '##ffa', '##ble']],
  ['embeddings', ['em', '##bed', '##ding', '##s']],
  ['The quick brown fox', ['the', 'quick', 'brown', 'fox']],
  ['don’t stop', ['don', 't', 'stop']],
  ['Café Zoë', ['cafe', 'zoe']],
  ['3.14 (2015)', ['3', '14', '2015']],
  // Whole in our table, while BERT has none of them.
  ['invoice', ['invoice']],
  ['Refunds', ['refund', '##s']],
])('%s', (text, pieces) => expect(split(text)).toEqual(pieces));

it('leaves out unknown words', () => {
  expect(split('請求書 📎 …')).toEqual([]);
  expect(split('счёт invoice 請求書')).toEqual(['invoice']);
});

it('reads no further than it must, so that an endless word or text costs little', () => {
  let lookUps = 0;
  const rows = new Map(table.rows);
  const get = rows.get.bind(rows);
  rows.get = (entry) => {
    lookUps += 1;
    return get(entry);
  };
  expect(wordPieces('x'.repeat(5_000_000), { ...table, rows })).toEqual([]);
  expect(lookUps).toBe(0);
  expect(wordPieces('qzxj '.repeat(1_000_000), { ...table, rows }).length).toBeLessThan(10_000);
  expect(lookUps).toBeLessThan(20_000);
});
