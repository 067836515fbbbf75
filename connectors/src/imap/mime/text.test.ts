import { describe, expect, it } from 'vitest';
import { cutName, decodeText, unwrapFlowed } from './text.ts';

describe('charsets', () => {
  it.each([
    ['iso-8859-1', [0x67, 0x72, 0xfc, 0x6e], 'grün'],
    ['shift_jis', [0x93, 0xfa, 0x96, 0x7b], '日本'],
    ['ISO-2022-JP', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42], '日本'],
    ['gb2312', [0xd6, 0xd0], '中'],
    ['cp1252', [0x93, 0x94], '“”'],
    ['koi8-r', [0xcd, 0xc9, 0xd2], 'мир'],
    ['us-ascii', [0xc3, 0xbc], 'ü'],
    ['no-such-charset', [0xc3, 0xbc], 'ü'],
    ['no-such-charset', [0xfc], 'ü'],
    [undefined, [0xfc], 'ü'],
    ['utf-8', [0x61, 0xff, 0x62], 'a\ufffdb'],
  ])('%s', (charset, bytes, text) => {
    expect(decodeText(Uint8Array.from(bytes), charset)).toBe(text);
  });
});

it('keeps odd characters in names, at most 255 of them', () => {
  expect(cutName('a\u202Efdp.exe')).toBe('a\u202Efdp.exe');
  expect([...cutName('😀'.repeat(400))].length).toBe(255);
});

it('joins flowed lines, except quotes and signatures', () => {
  expect(unwrapFlowed('one \ntwo\n> quoted \n> on\n-- \nAda', false)).toBe('one two\n> quoted on\n-- \nAda');
  expect(unwrapFlowed('日 \n本', true)).toBe('日本');
  expect(unwrapFlowed(' >stuffed', false)).toBe('>stuffed');
});
