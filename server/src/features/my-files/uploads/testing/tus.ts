import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { TestPerson } from '../../../../testing/people.ts';
import type { TestApp } from '../../../../testing/test-app.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  json: { message: string; code: string } | undefined;
}

export type Metadata = Record<string, string | null | undefined>;

const encoded = (metadata: Metadata) =>
  Object.entries(metadata)
    .filter(([, value]) => value)
    .map(([key, value]) => `${key} ${Buffer.from(value!).toString('base64')}`)
    .join(',');

export const bytesType = { 'Content-Type': 'application/offset+octet-stream' };

/** A tus client over a real connection, signed in as a person. */
export function tusClient(app: Pick<TestApp, 'app'>, who: TestPerson) {
  const { port } = app.app.server.address() as AddressInfo;
  const send = (
    method: string,
    path: string,
    headers: Record<string, string | number> = {},
    body?: Buffer | Readable,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const call = request(
        { host: '127.0.0.1', port, path, method, headers: { 'Tus-Resumable': '1.0.0', ...who.headers, ...headers } },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(parts).toString();
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              json: text ? JSON.parse(text) : undefined,
            });
          });
        },
      );
      call.on('error', reject);
      if (body instanceof Readable) {
        body.on('error', (error) => call.destroy(error));
        body.pipe(call);
      } else call.end(body);
    });
  const create = (size: number, metadata: Metadata, body?: Buffer) =>
    send(
      'POST',
      '/api/uploads',
      {
        'Upload-Length': size,
        'Upload-Metadata': encoded(metadata),
        ...(body ? { ...bytesType, 'Content-Length': body.length } : {}),
      },
      body,
    );
  return {
    send,
    create,
    /** Uploads everything with one request. */
    put: (content: Buffer, metadata: Metadata) => create(content.length, metadata, content),
    head: (path: string) => send('HEAD', path),
    patch: (path: string, offset: number, body: Buffer | Readable) =>
      send(
        'PATCH',
        path,
        { ...bytesType, 'Upload-Offset': offset, ...(Buffer.isBuffer(body) ? { 'Content-Length': body.length } : {}) },
        body,
      ),
  };
}
