import { describe, expect, it } from 'vitest';
import { decodeAwsChunked } from './aws-chunked.ts';
import type { S3Request } from './request.ts';
import { type Credentials, verifySignature } from './signature.ts';

// Amazon's own worked examples ("Signature Calculations for the Authorization Header").
const credentials: Credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const now = new Date('2013-05-24T00:00:00Z');
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const authorization = (signedHeaders: string, signature: string) =>
  `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/20130524/us-east-1/s3/aws4_request,` +
  `SignedHeaders=${signedHeaders},Signature=${signature}`;

const listRequest: S3Request = {
  method: 'GET',
  path: '/',
  bucket: '',
  key: '',
  query: new Map([
    ['prefix', 'J'],
    ['max-keys', '2'],
  ]),
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': emptySha256,
    authorization: authorization(
      'host;x-amz-content-sha256;x-amz-date',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ),
  },
};

const streamed: S3Request = {
  method: 'PUT',
  path: '/examplebucket/chunkObject.txt',
  bucket: 'examplebucket',
  key: 'chunkObject.txt',
  query: new Map(),
  headers: {
    host: 's3.amazonaws.com',
    'content-encoding': 'aws-chunked',
    'content-length': '66824',
    'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
    'x-amz-date': '20130524T000000Z',
    'x-amz-decoded-content-length': '66560',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    authorization: authorization(
      'content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class',
      '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    ),
  },
};
const streamedBody = [
  '10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
  'a'.repeat(65536),
  '400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
  'a'.repeat(1024),
  '0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
  '',
  '',
].join('\r\n');

const without = (req: S3Request, headers: Record<string, string | undefined>): S3Request => ({
  ...req,
  headers: { ...req.headers, ...headers },
});

describe('header signatures', () => {
  it("accepts Amazon's example", () => {
    expect(verifySignature(listRequest, credentials, now).scope).toBe('20130524/us-east-1/s3/aws4_request');
  });

  it.each([
    ['no authorization', without(listRequest, { authorization: undefined }), 'AccessDenied'],
    ['another mechanism', without(listRequest, { authorization: 'AWS key:signature' }), 'InvalidRequest'],
    [
      'half a header',
      without(listRequest, { authorization: 'AWS4-HMAC-SHA256 Nonsense' }),
      'AuthorizationHeaderMalformed',
    ],
    ['no date', without(listRequest, { 'x-amz-date': undefined }), 'AccessDenied'],
    ['an unsigned x-amz header', without(listRequest, { 'x-amz-acl': 'public-read' }), 'AccessDenied'],
    ['a changed header', without(listRequest, { host: 'other.example' }), 'SignatureDoesNotMatch'],
    ['a changed query', { ...listRequest, query: new Map([['prefix', 'K']]) }, 'SignatureDoesNotMatch'],
    ['a changed method', { ...listRequest, method: 'DELETE' }, 'SignatureDoesNotMatch'],
  ])('refuses %s', (_, req, code) => {
    expect(() => verifySignature(req, credentials, now)).toThrow(expect.objectContaining({ code }));
  });

  it('refuses a wrong secret, an unknown key, another region and an old request', () => {
    const verify = (change: Partial<Credentials>, at = now) =>
      verifySignature(listRequest, { ...credentials, ...change }, at);
    expect(() => verify({ secretAccessKey: 'x' })).toThrow(expect.objectContaining({ code: 'SignatureDoesNotMatch' }));
    expect(() => verify({ accessKeyId: 'x' })).toThrow(expect.objectContaining({ code: 'InvalidAccessKeyId' }));
    expect(() => verify({ region: 'eu-west-1' })).toThrow(
      expect.objectContaining({ code: 'AuthorizationHeaderMalformed' }),
    );
    const later = new Date('2013-05-24T00:15:01Z');
    expect(() => verify({}, later)).toThrow(expect.objectContaining({ code: 'RequestTimeTooSkewed' }));
  });
});

describe('signed chunks', () => {
  const signed = verifySignature(streamed, credentials, now);

  it("accepts Amazon's example", () => {
    const { bytes } = decodeAwsChunked(Buffer.from(streamedBody), signed);
    expect(bytes.equals(Buffer.alloc(66560, 'a'))).toBe(true);
  });

  it('refuses a changed byte, a dropped chunk and a missing signature', () => {
    const mismatch = expect.objectContaining({ code: 'SignatureDoesNotMatch' });
    const changed = streamedBody.replace('aaa', 'aba');
    const dropped = streamedBody.slice(streamedBody.indexOf('400;'));
    const unsigned = streamedBody.replace(/;chunk-signature=\w+/, '');
    for (const body of [changed, dropped, unsigned]) {
      expect(() => decodeAwsChunked(Buffer.from(body), signed)).toThrow(mismatch);
    }
  });

  it('refuses a body that stops early', () => {
    for (const length of [0, 3, 70_000, streamedBody.length - 2]) {
      const cut = Buffer.from(streamedBody.slice(0, Math.min(length, streamedBody.length - 2)));
      expect(() => decodeAwsChunked(cut, signed)).toThrow(expect.objectContaining({ code: 'IncompleteBody' }));
    }
  });
});
