import { describe, expect, it } from 'vitest';
import { auth, type S3Fields } from '../auth.ts';
import { addressOf, inRegion, storeOf } from './store.ts';

const given = (more: Partial<S3Fields>) =>
  auth.schema.parse({ bucket: 'files', accessKeyId: 'a', secretAccessKey: 's', ...more }) as S3Fields;
const urlOf = (more: Partial<S3Fields>, key: string | null = 'a b/c') => {
  const { origin, path } = addressOf(storeOf(given(more)), key);
  return origin + path;
};

describe('an address', () => {
  it.each<[string, Partial<S3Fields>, string]>([
    ['Amazon, in its region', { region: 'eu-west-1' }, 'https://files.s3.eu-west-1.amazonaws.com/a%20b/c'],
    ['Amazon in China', { region: 'cn-north-1' }, 'https://files.s3.cn-north-1.amazonaws.com.cn/a%20b/c'],
    ['a bucket with dots', { bucket: 'my.files' }, 'https://s3.us-east-1.amazonaws.com/my.files/a%20b/c'],
    ['another store', { endpoint: 'https://minio.example.com:9000' }, 'https://minio.example.com:9000/files/a%20b/c'],
    ['without a scheme', { endpoint: 'minio.example.com' }, 'https://minio.example.com/files/a%20b/c'],
    [
      'below a path',
      { endpoint: 'https://x.example.com/storage/v1/s3/' },
      'https://x.example.com/storage/v1/s3/files/a%20b/c',
    ],
    ['by host, as chosen', { endpoint: 'http://s3.test:8080', pathStyle: 'no' }, 'http://files.s3.test:8080/a%20b/c'],
    ['by path, as chosen', { pathStyle: 'yes' }, 'https://s3.us-east-1.amazonaws.com/files/a%20b/c'],
    ['an IP has no subdomains', { endpoint: 'http://[::1]:80', pathStyle: 'no' }, 'http://[::1]/files/a%20b/c'],
  ])('%s', (_, fields, url) => expect(urlOf(fields)).toBe(url));

  it('keeps keys that aren’t paths', () => {
    const endpoint = 'http://h';
    expect(urlOf({ endpoint }, 'a/../b')).toBe('http://h/files/a/../b');
    expect(urlOf({ endpoint }, '/a//b/')).toBe('http://h/files//a//b/');
    expect(urlOf({ endpoint }, 'q?#%+é')).toBe('http://h/files/q%3F%23%25%2B%C3%A9');
  });

  it('is that of the bucket itself without a key', () => {
    expect(urlOf({ endpoint: 'http://h' }, null)).toBe('http://h/files');
    expect(urlOf({}, null)).toBe('https://files.s3.us-east-1.amazonaws.com/');
  });
});

it('reads the region from Amazon’s host', () => {
  expect(storeOf(given({ endpoint: 'https://s3.ap-south-1.amazonaws.com' })).region).toBe('ap-south-1');
});

it('uses another host for another region at Amazon only', () => {
  expect(inRegion(storeOf(given({})), 'eu-west-3').endpoint.host).toBe('s3.eu-west-3.amazonaws.com');
  expect(inRegion(storeOf(given({ endpoint: 'https://s3.example.com' })), 'eu').endpoint.host).toBe('s3.example.com');
});

it('rejects an invalid bucket, region or choice', () => {
  for (const [wrong, name] of [
    [{ bucket: 'a/b' }, 'bucket'],
    [{ region: 'eu west' }, 'region'],
    [{ pathStyle: 'perhaps' }, 'pathStyle'],
    [{ endpoint: 'https://' }, 'endpoint'],
  ] as const)
    expect(() => given(wrong as Partial<S3Fields>)).toThrow(name);
});
