import { randomUUID } from 'node:crypto';
import type { Upload } from './handle.ts';

/** The multipart form of an upload: what precedes and follows the bytes. Box requires the attributes first. */
export function uploadForm({ name, folder, modifiedAt }: Upload) {
  const boundary = randomUUID();
  const attributes = JSON.stringify({
    name,
    parent: { id: folder },
    ...(modifiedAt !== null && { content_modified_at: modifiedAt }),
  });
  const disposition = 'content-disposition: form-data';
  const head = [
    `--${boundary}`,
    `${disposition}; name="attributes"`,
    '',
    attributes,
    `--${boundary}`,
    `${disposition}; name="file"; filename="file"`,
    'content-type: application/octet-stream',
    '',
    '',
  ];
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: Buffer.from(head.join('\r\n')),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
  };
}
