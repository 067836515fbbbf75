import { createHash, createHmac } from 'node:crypto';

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

interface Asked {
  /** The object's address, without a query. */
  url: URL;
  region: string;
  seconds: number;
  /** Parameters of S3, such as response-content-type. */
  query: Record<string, string>;
  at?: Date;
}

/** An address with which anyone can GET the object for a while: AWS Signature Version 4 in the query. */
export function signedS3Url(credentials: Credentials, { url, region, seconds, query, at = new Date() }: Asked): string {
  const time = at.toISOString().replace(/[:-]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const parameters: Record<string, string> = {
    ...query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${credentials.accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
    ...(credentials.sessionToken && { 'X-Amz-Security-Token': credentials.sessionToken }),
  };
  const canonicalQuery = Object.entries(parameters)
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
    .sort()
    .join('&');
  const request = ['GET', url.pathname, canonicalQuery, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(request).digest('hex')].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${credentials.secretAccessKey}`);
  return `${url.origin}${url.pathname}?${canonicalQuery}&X-Amz-Signature=${hmac(key, toSign).toString('hex')}`;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
