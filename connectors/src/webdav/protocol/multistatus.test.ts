import { describe, expect, it } from 'vitest';
import { ConnectorError } from '../../kit/errors.ts';
import { readMultistatus } from './multistatus.ts';
import { canonicalPath, isInside, segmentOf } from './paths.ts';

const read = (...pieces: (string | Uint8Array)[]) =>
  readMultistatus(
    (async function* () {
      for (const piece of pieces) yield Buffer.from(piece as string);
    })(),
  );
/** A folder with the given number of files. */
async function* crowded(files: number) {
  yield Buffer.from('<d:multistatus xmlns:d="DAV:">');
  const thousand = Buffer.from('<d:response><d:href>/a</d:href></d:response>'.repeat(1000));
  for (let sent = 0; sent < files; sent += 1000) yield thousand;
  yield Buffer.from('</d:multistatus>');
}
const apache = `<?xml version="1.0" encoding="utf-8"?>
<D:multistatus xmlns:D="DAV:" xmlns:ns0="DAV:">
<D:response xmlns:lp1="DAV:" xmlns:lp2="http://apache.org/dav/props/" xmlns:g0="DAV:">
<D:href>/f/ü%20%26.txt</D:href>
<D:propstat><D:prop><lp1:resourcetype/><lp1:getcontentlength>5</lp1:getcontentlength>
<lp1:getetag>W/"5-66"</lp1:getetag></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>
<D:propstat><D:prop><g0:getcontenttype>never</g0:getcontenttype></D:prop><D:status>HTTP/1.1 404 Not Found</D:status>
</D:propstat></D:response>
</D:multistatus>`;

describe('a multistatus', () => {
  it('is parsed, with only the found properties', async () => {
    expect(await read(apache)).toEqual([
      { href: '/f/ü%20%26.txt', isCollection: false, props: { length: '5', etag: 'W/"5-66"' } },
    ]);
  });

  it('is the same however it is cut into pieces', async () => {
    const bytes = Buffer.from(apache);
    const inOnePiece = await read(bytes);
    for (let at = 1; at < bytes.length; at++)
      expect(await read(bytes.subarray(0, at), bytes.subarray(at))).toEqual(inOnePiece);
  });

  it('may use other prefixes, a default namespace, comments, CDATA, character references and odd attributes', async () => {
    const [first] =
      await read(`<multistatus xmlns='DAV:' note="a > b" xmlns:x='http://owncloud.org/ns'><!-- <response> -->
      <response><href><![CDATA[/a&b/]]></href><propstat><prop><resourcetype><collection/></resourcetype>
      <x:fileid>&#52;&#x32;</x:fileid><getetag>&quot;e&amp;f&quot;</getetag></prop>
      <status>HTTP/2 200</status></propstat></response></multistatus>`);
    expect(first).toEqual({ href: '/a&b/', isCollection: true, props: { fileId: '42', etag: '"e&f"' } });
  });

  it('leaves out resources that the server reports as gone', async () => {
    const gone = '<d:response><d:href>/x</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>';
    expect(await read(`<d:multistatus xmlns:d="DAV:">${gone}</d:multistatus>`)).toEqual([]);
  });

  it.each([
    ['an entity', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><d:multistatus xmlns:d="DAV:"/>'],
    ['a page', '<html><body>Maintenance</body></html>'],
    ['an end in the middle', '<d:multistatus xmlns:d="DAV:"><d:response>'],
    ['a wrong end', '<d:multistatus xmlns:d="DAV:"></d:response>'],
    ['a prefix nobody declared', '<d:multistatus/>'],
    ['no end of nesting', `<d:multistatus xmlns:d="DAV:">${'<d:prop>'.repeat(100)}`],
    ['a tag without end', `<d:multistatus xmlns:d="DAV:"><d:${'x'.repeat(2_000_000)}`],
    ['no XML at all', '{"error":"no"}'],
  ])('with %s is garbage, which passes', async (_, xml) => {
    const error = await read(xml).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectorError);
    expect(error).toMatchObject({ code: 'unavailable' });
  });
});

describe('a folder', () => {
  it('is refused if it has too many files for the memory, while others are listed', async () => {
    await expect(readMultistatus(crowded(1_000_000))).rejects.toMatchObject({ code: 'forbidden' });
    expect(await readMultistatus(crowded(200_000))).toHaveLength(200_000);
  });

  it('waits if too many are listed at once, unless it is small', async () => {
    const large = Array.from({ length: 8 }, () => readMultistatus(crowded(200_000)));
    const outcomes = await Promise.allSettled([...large, readMultistatus(crowded(5_000))]);
    const codes = outcomes.map((one) => (one.status === 'rejected' ? (one.reason as ConnectorError).code : 'listed'));
    expect(codes).toContain('unavailable');
    expect(codes.at(-1)).toBe('listed');
    expect(await readMultistatus(crowded(200_000))).toHaveLength(200_000);
  });
});

describe('an href', () => {
  it.each([
    ['/dav/a%20b.txt', 'a%20b.txt', 'a b.txt'],
    ['/dav/a b.txt', 'a%20b.txt', 'a b.txt'],
    ['http://host/dav/f%c3%bcr/', 'f%C3%BCr', 'für'],
    ['/dav/100%.txt', '100%25.txt', '100%.txt'],
    ['/dav/it%27s%28%29', "it's()", "it's()"],
    ['/dav/latin%e9', 'latin%E9', 'latin\ufffd'],
  ])('%s has one spelling', (href, segment, name) => {
    expect(segmentOf(href)).toEqual({ segment, name });
  });

  it('is a path below a host or without one', () => {
    expect(canonicalPath('https://host:8443/a%2fb/c%20d/?x#y')).toBe('/a%2Fb/c%20d/');
    expect(canonicalPath('/a b/')).toBe('/a%20b/');
  });

  it('doesn’t lead out of the account', () => {
    expect(['../x', 'a/../../x', 'a/%2e%2E/x', '/etc', 'a/.'].map(isInside)).toEqual(Array(5).fill(false));
    expect(['a/..b', '.hidden', 'a/b.', ''].map(isInside)).toEqual(Array(4).fill(true));
  });
});
