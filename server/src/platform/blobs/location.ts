import { resolve } from 'node:path';

export type BlobLocation =
  | { kind: 'disk'; dir: string }
  | {
      kind: 's3';
      bucket: string;
      /** Prefixed to every key with a '/'; '' for none. */
      prefix: string;
      endpoint?: string;
      region: string;
      /** Without credentials the AWS SDK uses its usual ones: environment, profile, instance role. */
      accessKeyId?: string;
      secretAccessKey?: string;
      forcePathStyle: boolean;
    };

const EXAMPLE = 's3://bucket/prefix?region=eu-central-1';
const PARAMETERS = ['endpoint', 'region', 'path_style'];

/**
 * Reads the location of blobs: `disk:/path`, a path, or `s3://[key
 * id:secret@]bucket[/prefix]?region=…[&endpoint=https://…][&path_style=true|false]`, percent-encoded as in any URL.
 * Services other than Amazon's are named by `endpoint`; they are addressed path-style and need no region. Throws an
 * Error of one sentence, which never repeats the secret.
 */
export function parseBlobLocation(value: string): BlobLocation {
  const text = value.trim();
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 's3') return parseS3(text);
  const dir = scheme === 'disk' ? text.slice('disk:'.length) : text;
  if (dir === '') throw new Error('A blob location is a folder, disk:/folder or an s3:// address, not an empty text.');
  if (scheme !== undefined && scheme !== 'disk') {
    throw new Error(`Blobs cannot be kept at ${scheme}: addresses; use a folder, disk:/folder or ${EXAMPLE}.`);
  }
  return { kind: 'disk', dir: resolve(dir) };
}

function parseS3(text: string): BlobLocation {
  const url = URL.canParse(text) && text.toLowerCase().startsWith('s3://') ? new URL(text) : null;
  if (url?.port !== '' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) {
    throw new Error(`The S3 address has no valid bucket name; it looks like ${EXAMPLE}.`);
  }
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) {
    throw new Error(`The S3 address has an unknown parameter "${unknown}"; it takes ${PARAMETERS.join(', ')}.`);
  }
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new Error(`The endpoint of the S3 address is not an http or https address: ${endpoint}.`);
  }
  const region = url.searchParams.get('region') ?? (endpoint === undefined ? undefined : 'us-east-1');
  if (!region) throw new Error(`The S3 address needs the bucket's region, as in ${EXAMPLE}.`);
  const pathStyle = url.searchParams.get('path_style') ?? String(endpoint !== undefined);
  if (pathStyle !== 'true' && pathStyle !== 'false') {
    throw new Error(`path_style of the S3 address is true or false, not "${pathStyle}".`);
  }
  if ((url.username === '') !== (url.password === '')) {
    throw new Error('The S3 address has a key id without a secret, or the reverse; give both or neither.');
  }
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, ''),
    ...(endpoint !== undefined && { endpoint }),
    region,
    ...(url.username !== '' && {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    }),
    forcePathStyle: pathStyle === 'true',
  };
}
