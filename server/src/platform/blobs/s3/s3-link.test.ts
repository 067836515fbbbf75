import { expect, it } from 'vitest';
import { signedS3Url } from './s3-link.ts';

it('signs like the example in the documentation of S3', () => {
  const signed = signedS3Url(
    { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    {
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      region: 'us-east-1',
      seconds: 86_400,
      query: {},
      at: new Date('2013-05-24T00:00:00Z'),
    },
  );
  expect(new URL(signed).searchParams.get('X-Amz-Signature')).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});
