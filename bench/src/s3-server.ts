import { startS3 } from '../../sandbox/src/index.ts';
import type { Tree } from './dav-server.ts';
import { type Line, putInFront } from './front.ts';
import type { Remote } from './rclone.ts';

const login = { bucket: 'bench', accessKeyId: 'AKIABENCH', secretAccessKey: 'secret' };

/** The sandbox's S3, in this process, with a tree of objects in memory. */
export async function serveBucket({ files, folders, size }: Tree, line: Line) {
  const { url: own, bucket, stop } = await startS3(login);
  const front = await putInFront(own, line);
  const url = front.url.origin;
  for (let at = 0; at < files; at++) {
    const bytes = Buffer.alloc(size, at);
    bytes.write(`${at}.`);
    bucket.write(`folder ${at % folders}/file ${at}.bin`, bytes);
  }
  const stopBoth = async () => {
    front.stop();
    await stop();
  };
  const keys = ['--s3-access-key-id', login.accessKeyId, '--s3-secret-access-key', login.secretAccessKey];
  const place = ['--s3-provider', 'Other', '--s3-endpoint', url, '--s3-region', 'us-east-1', '--s3-list-version', '2'];
  const remote: Remote = {
    name: `:s3:${login.bucket}`,
    flags: [...place, ...keys],
    authority: line.certificate?.file,
  };
  return { fields: { ...login, endpoint: url, region: '', prefix: '', pathStyle: '' }, remote, stop: stopBoth };
}
