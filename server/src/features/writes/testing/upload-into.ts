import type { TestPerson } from '../../../testing/people.ts';
import type { TestAnswer, TestApp } from '../../../testing/test-app.ts';

const encoded = (metadata: Record<string, string | null | undefined>) =>
  Object.entries(metadata)
    .flatMap(([key, value]) => (value ? `${key} ${Buffer.from(value).toString('base64')}` : []))
    .join(',');

/** Uploads a file with one request; `metadata` as in tus. */
export const uploadInto = (
  app: TestApp,
  who: TestPerson,
  metadata: Record<string, string | null | undefined>,
  content: string | Buffer,
): Promise<TestAnswer> =>
  app.request({
    method: 'POST',
    url: '/api/uploads',
    headers: {
      ...who.headers,
      'tus-resumable': '1.0.0',
      'upload-length': String(Buffer.byteLength(content)),
      'upload-metadata': encoded(metadata),
      'content-type': 'application/offset+octet-stream',
    },
    payload: Buffer.from(content),
  });
