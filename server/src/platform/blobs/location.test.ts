import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseBlobLocation } from './location.ts';

describe('parseBlobLocation', () => {
  it.each(['/srv/blobs', 'disk:/srv/blobs', ' /srv/blobs '])('reads a folder: %j', (value) => {
    expect(parseBlobLocation(value)).toEqual({ kind: 'disk', dir: '/srv/blobs' });
  });

  it('resolves a relative folder against the working directory', () => {
    expect(parseBlobLocation('data/blobs')).toEqual({ kind: 'disk', dir: resolve('data/blobs') });
  });

  it('reads a bucket at Amazon’s, with credentials from the environment', () => {
    expect(parseBlobLocation('s3://my-bucket/some/prefix/?region=eu-central-1')).toEqual({
      kind: 's3',
      bucket: 'my-bucket',
      prefix: 'some/prefix',
      region: 'eu-central-1',
      forcePathStyle: false,
    });
  });

  it('reads a bucket elsewhere', () => {
    const value = 's3://key:sec%2Fret%2B@files?endpoint=https://minio.example:9000';
    expect(parseBlobLocation(value)).toEqual({
      kind: 's3',
      bucket: 'files',
      prefix: '',
      endpoint: 'https://minio.example:9000',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'sec/ret+',
      forcePathStyle: true,
    });
    expect(parseBlobLocation(`${value}&region=auto&path_style=false`)).toMatchObject({
      region: 'auto',
      forcePathStyle: false,
    });
  });

  it.each([
    ['', 'not an empty text'],
    ['disk:', 'not an empty text'],
    ['gs://bucket', 'Blobs cannot be kept at gs: addresses'],
    ['s3:bucket', 'no valid bucket name'],
    ['s3://', 'no valid bucket name'],
    ['s3://Bad_Bucket?region=x', 'no valid bucket name'],
    ['s3://bucket', "needs the bucket's region"],
    ['s3://bucket?region=x&acl=public', 'unknown parameter "acl"'],
    ['s3://bucket?endpoint=minio:9000', 'not an http or https address: minio:9000'],
    ['s3://bucket?region=x&path_style=yes', 'true or false, not "yes"'],
    ['s3://key@bucket?region=x', 'a key id without a secret'],
  ])('refuses %j', (value, message) => {
    expect(() => parseBlobLocation(value)).toThrow(message);
  });

  it('never repeats a secret', () => {
    for (const value of ['s3://id:hush@b_?region=x', 's3://id:hush@bucket', 's3://id:hush@bucket?region=x&y=1']) {
      expect(() => parseBlobLocation(value)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('hush') }),
      );
    }
  });
});
