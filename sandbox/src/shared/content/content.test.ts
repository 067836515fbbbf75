import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { EndlessContent, StoredContent } from './content.ts';
import { type FileTypeName, fileTypes } from './file-types.ts';
import { sampleLibrary } from './library.ts';

const whole = (content: { read(start?: number, end?: number): Iterable<Uint8Array> }, start?: number, end?: number) =>
  Buffer.concat([...content.read(start, end)]);

describe('contents', () => {
  it.each([
    ['stored', new StoredContent(Buffer.from('abc'), Buffer.alloc(0), Buffer.from('defg'))],
    ['endless', new EndlessContent('seed', 200_001)],
  ])('%s: any part is the same as in the whole', (_, content) => {
    const bytes = whole(content);
    expect(bytes.length).toBe(content.size);
    for (const [start, end] of [
      [0, 2],
      [2, 5],
      [1, content.size],
      [content.size - 1, content.size],
      [3, 3],
    ] as const) {
      expect(whole(content, start, end)).toEqual(bytes.subarray(start, end));
    }
    expect(content.hash('sha256')).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('know Dropbox’s hash', () => {
    const [one, two] = [Buffer.alloc(4 * 1024 * 1024, 1), Buffer.alloc(100, 2)];
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
    expect(new StoredContent(one, two).hash('dropbox')).toBe(
      digest(Buffer.concat([digest(one), digest(two)])).toString('hex'),
    );
    expect(new StoredContent().hash('dropbox')).toBe(createHash('sha256').digest('hex'));
  });
});

describe('sample files', () => {
  const beginnings: Partial<Record<FileTypeName, string>> = {
    pdf: '%PDF-1.4',
    docx: 'PK\x03\x04',
    xlsx: 'PK\x03\x04',
    pptx: 'PK\x03\x04',
    zip: 'PK\x03\x04',
    gz: '\x1f\x8b',
    png: '\x89PNG\r\n\x1a\n',
    jpg: '\xff\xd8\xff\xe0',
    bmp: 'BM',
    wav: 'RIFF',
    mp3: 'ID3',
    svg: '<svg',
  };
  it.each(Object.entries(fileTypes))('%s: the same for the same seed', (name, type) => {
    const bytes = type.make('seed');
    expect(bytes.equals(type.make('seed'))).toBe(true);
    expect(bytes.equals(type.make('another'))).toBe(false);
    const start = beginnings[name as FileTypeName];
    if (start) expect(bytes.subarray(0, start.length).toString('latin1')).toBe(start);
  });

  it('have a PDF whose table entries all lead to objects', () => {
    const text = fileTypes.pdf.make('seed').toString('latin1');
    const offsets = [...text.matchAll(/^(\d{10}) 00000 n/gm)].map((entry) => Number(entry[1]));
    expect(offsets.length).toBeGreaterThan(4);
    for (const [at, offset] of offsets.entries()) expect(text.slice(offset)).toMatch(new RegExp(`^${at + 1} 0 obj`));
    expect(text.slice(Number(/startxref\n(\d+)/.exec(text)![1]))).toMatch(/^xref/);
  });

  it('have a PNG whose rows unpack to its size', () => {
    const bytes = fileTypes.png.make('seed');
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    const at = bytes.indexOf('IDAT');
    const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
    expect(rows.length).toBe(height * (width * 3 + 1));
  });

  it('fill an account with several hundred of every kind, always the same', () => {
    const samples = sampleLibrary('seed');
    expect(samples.length).toBeGreaterThan(300);
    const types = new Set(samples.map(({ mimeType }) => mimeType));
    for (const { mimeType } of Object.values(fileTypes)) expect(types).toContain(mimeType);
    const paths = samples.map(({ folder, name }) => [...folder, name].join('/'));
    expect(new Set(paths).size).toBe(paths.length);
    expect(sampleLibrary('seed').map(({ content }) => content.hash('md5'))).toEqual(
      samples.map(({ content }) => content.hash('md5')),
    );
  });
});
