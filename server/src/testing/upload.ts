import { uploadsPath } from '@sheaf/contract';

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Uploads a file to the My files of the token's owner; returns its id. */
export async function upload(
  origin: string,
  token: string,
  name: string,
  bytes: Uint8Array | string,
  policy: 'rename' | 'replace' = 'rename',
): Promise<string> {
  const content = Buffer.from(bytes);
  const answer = await fetch(`${origin}/api${uploadsPath}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(content.length),
      'Upload-Metadata': `filename ${base64(name)},policy ${base64(policy)}`,
      'Content-Type': 'application/offset+octet-stream',
    },
    body: content,
  });
  const id = answer.headers.get('Upload-Document');
  if (!id) throw new Error(`${name} was not taken: ${answer.status} ${await answer.text()}`);
  return id;
}
