import { expect, it } from 'vitest';
import { queryString, sha256, signed } from './signature.ts';

const keys = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const at = new Date('2013-05-24T00:00:00Z');
const signatureOf = (query: Record<string, string>) => {
  const request = { method: 'GET', host: 'examplebucket.s3.amazonaws.com', path: '/', query, headers: {} };
  const { authorization } = signed({ ...request, payloadHash: sha256('') }, keys, 'us-east-1', at);
  return /Signature=(\w+)$/.exec(authorization!)?.[1];
};

/** The examples of “Authenticating Requests: Using the Authorization Header” in Amazon’s documentation of S3. */
it.each([
  [{ lifecycle: '' }, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  [{ 'max-keys': '2', prefix: 'J' }, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('signs %j as Amazon’s example', (query, signature) => {
  expect(signatureOf(query as Record<string, string>)).toBe(signature);
});

it('signs Amazon’s headers and no others', () => {
  const headers = { 'x-amz-meta-mtime': '1', range: 'bytes=0-9', 'content-type': 'text/plain' };
  const request = { method: 'PUT', host: 'h', path: '/b/k', query: {}, headers, payloadHash: sha256('x') };
  const sent = signed(request, keys, 'us-east-1', at);
  expect(sent.authorization).toContain('SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-meta-mtime,');
  expect(sent).toMatchObject({ ...headers, 'x-amz-date': '20130524T000000Z' });
});

it('orders a query by its encoded names, and encodes characters that URLs don’t', () => {
  expect(queryString({ prefix: "it's (1)*!", 'list-type': '2', uploads: '' })).toBe(
    'list-type=2&prefix=it%27s%20%281%29%2A%21&uploads=',
  );
});
