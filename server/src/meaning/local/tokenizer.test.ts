import { Tokenizer } from '@huggingface/tokenizers';
import { expect, it } from 'vitest';
import { tokenizer } from '../testing/tiny-model.ts';

/** The tokens that models were trained with: with others, their vectors mean nothing. */

it('splits words into pieces like BERT', () => {
  const { tokens, ids } = new Tokenizer(tokenizer, {}).encode('Annual  LEAVE: vacations, invoicé ☃');
  expect(tokens).toEqual(['[CLS]', 'annual', 'leave', ':', 'vacation', '##s', '[UNK]', 'invoice', '[UNK]', '[SEP]']);
  expect(ids).toEqual([2, 4, 5, 11, 6, 7, 1, 8, 1, 3]);
});

it('splits words into the likeliest pieces like multilingual models', () => {
  const pieces: [string, number][] = [
    ['<s>', 0],
    ['<pad>', 0],
    ['</s>', 0],
    ['<unk>', 0],
    ['▁', -3],
    ['▁Ur', -6],
    ['laub', -7],
    ['▁Urlaub', -9],
    ['s', -4],
    ['tag', -6],
    ['▁U', -5],
    ['r', -4],
  ];
  const unigram = new Tokenizer(
    {
      added_tokens: [],
      normalizer: null,
      pre_tokenizer: { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' },
      decoder: null,
      post_processor: null,
      model: { type: 'Unigram', unk_id: 3, vocab: pieces },
    },
    {},
  );
  // -9 -4 -6 is likelier than -6 -7 -4 -6.
  expect(unigram.encode('Urlaubstag').tokens).toEqual(['▁Urlaub', 's', 'tag']);
  expect(unigram.encode('Urlaubstag Ur').ids).toEqual([7, 8, 9, 5]);
});
