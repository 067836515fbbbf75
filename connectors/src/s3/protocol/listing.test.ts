import { describe, expect, it } from 'vitest';
import { readListing } from './listing.ts';

const read = (xml: string) =>
  readListing(
    (async function* () {
      yield Buffer.from(xml);
    })(),
  );
const object = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2024-05-06T07:08:09.123Z</LastModified><ETag>&quot;e&quot;</ETag><Size>3</Size><Owner><ID>Key</ID></Owner></Contents>`;

describe('a listing', () => {
  it.each([
    ['Amazon', 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'],
    ['Google', "xmlns='http://doc.s3.amazonaws.com/2006-03-01'"],
    ['a store without a namespace', ''],
  ])('of %s', async (_, namespace) => {
    const page =
      await read(`<?xml version="1.0"?>\n<ListBucketResult ${namespace}><Prefix>p</Prefix>${object('a&amp;b')}
      <CommonPrefixes><Prefix>c/</Prefix></CommonPrefixes><IsTruncated>false</IsTruncated></ListBucketResult>`);
    expect(page).toEqual({
      objects: [{ key: 'a&b', size: 3, etag: 'e', modifiedAt: new Date('2024-05-06T07:08:09Z') }],
      prefixes: ['c/'],
      version: 2,
      unreadable: [],
      next: null,
    });
  });

  it('decodes names, and reports those that aren’t valid text', async () => {
    const page = await read(
      `<ListBucketResult><EncodingType>url</EncodingType>${object('a+b%2Bc%01')}${object('%FF')}</ListBucketResult>`,
    );
    expect(page.objects.map(({ key }) => key)).toEqual(['a b+c\u0001']);
    expect(page.unreadable).toEqual(['%FF']);
  });

  it('resumes by token, or by the last key if there is none', async () => {
    const truncated = `<IsTruncated>true</IsTruncated>${object('k')}`;
    const token = '<NextContinuationToken>t</NextContinuationToken>';
    expect((await read(`<ListBucketResult>${truncated}${token}</ListBucketResult>`)).next).toEqual({
      'continuation-token': 't',
    });
    expect((await read(`<ListBucketResult>${truncated}</ListBucketResult>`)).next).toEqual({ 'start-after': 'k' });
  });

  it.each(['<html><body>Sign in</body></html>', '<ListBucketResult><Contents>', '<!DOCTYPE x []><ListBucketResult/>'])(
    'is not %s',
    async (xml) => {
      await expect(read(xml)).rejects.toMatchObject({ code: 'unavailable' });
    },
  );
});
