import type { Download, ReadOptions } from '../kit/session.ts';
import type { DavAccount } from './account.ts';
import { hashesOf, revisionOf } from './adapt.ts';
import { noSuchItem } from './protocol/gateway.ts';
import type { DavProps } from './protocol/multistatus.ts';
import type { DavPath } from './protocol/paths.ts';

export const download = async (account: DavAccount, path: DavPath, options?: ReadOptions): Promise<Download> =>
  (await openFile(account, path, options)).download;

/** A download with the properties in its headers. A server may ignore the range, so `startsAt` is the actual start. */
export async function openFile(
  { gateway, urlOf }: DavAccount,
  path: DavPath,
  { range, signal }: ReadOptions = {},
): Promise<{ download: Download; props: DavProps }> {
  if (path === '' || path.endsWith('/')) throw noSuchItem();
  const response = await gateway.send({
    method: 'GET',
    url: urlOf(path),
    headers: {
      'accept-encoding': 'identity',
      ...(range && { range: `bytes=${range.start}-${range.end ?? ''}` }),
    },
    accept: [200, 206],
    signal,
  });
  const { status, headers, body } = response;
  const part = status === 206 ? /bytes (\d+)-\d+\/(\d+|\*)/.exec(headers['content-range'] ?? '') : null;
  const length = part ? part[2] : headers['content-length'];
  const props: DavProps = {};
  if (headers.etag !== undefined) props.etag = headers.etag;
  if (length !== undefined && length !== '*') props.length = length;
  if (headers['last-modified'] !== undefined) props.modified = headers['last-modified'];
  if (headers['content-type'] !== undefined) props.contentType = headers['content-type'];
  const download = {
    body,
    size: props.length === undefined ? null : Number(props.length),
    startsAt: part ? Number(part[1]) : 0,
    revision: revisionOf(props),
    hashes: hashesOf(headers['oc-checksum'] as string | undefined),
  };
  return { download, props };
}
