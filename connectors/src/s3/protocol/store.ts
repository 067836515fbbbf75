import { isIP } from 'node:net';
import type { S3Fields } from '../auth.ts';
import { percentEncoded } from './signature.ts';

/** A bucket, and the address of its store. */
export interface Store {
  /** Scheme, host and port, without the bucket. */
  endpoint: URL;
  region: string;
  bucket: string;
  /** Uses `/bucket/key` at the endpoint, rather than `/key` at a host named after the bucket. */
  isPathStyle: boolean;
  isAmazon: boolean;
}

const AMAZON = /(^|\.)amazonaws\.com(\.cn)?$/;
const REGION_IN_HOST = /(?:^|\.)s3[.-](?:dualstack\.)?([a-z0-9-]+)\.amazonaws\.com/;
const usualRegion = 'us-east-1';

export function storeOf(fields: S3Fields): Store {
  const endpoint = fields.endpoint === '' ? amazonOf(fields.region || usualRegion) : new URL(fields.endpoint);
  const isAmazon = AMAZON.test(endpoint.hostname);
  const region = fields.region || REGION_IN_HOST.exec(endpoint.hostname)?.[1] || usualRegion;
  // A certificate for *.example.com doesn’t cover a bucket with dots, and an IP address has no subdomains.
  const isPathOnly =
    isIP(endpoint.hostname.replace(/^\[|\]$/g, '')) !== 0 ||
    (endpoint.protocol === 'https:' && fields.bucket.includes('.'));
  const isPathStyle = isPathOnly || (fields.pathStyle === '' ? !isAmazon : fields.pathStyle === 'yes');
  return { endpoint, region, bucket: fields.bucket, isPathStyle, isAmazon };
}

const amazonOf = (region: string) =>
  new URL(`https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`);

/**
 * The store with the region that it named itself. Only at Amazon does another region mean another host: elsewhere, we
 * stay at the server that the person entered.
 */
export const inRegion = (store: Store, region: string): Store => ({
  ...store,
  region,
  ...(store.isAmazon && { endpoint: amazonOf(region) }),
});

/** Keys aren’t paths: dots and empty segments stay, so the path must not go through a URL. */
export function addressOf(store: Store, key: string | null): { origin: string; host: string; path: string } {
  const { endpoint, bucket, isPathStyle } = store;
  const host = isPathStyle ? endpoint.host : `${bucket}.${endpoint.host}`;
  const base = endpoint.pathname.replace(/\/+$/, '') + (isPathStyle ? `/${bucket}` : '');
  const encoded = key === null ? '' : `/${key.split('/').map(percentEncoded).join('/')}`;
  return { origin: `${endpoint.protocol}//${host}`, host, path: base + encoded || '/' };
}
