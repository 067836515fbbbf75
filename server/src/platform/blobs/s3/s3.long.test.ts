import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { startS3 } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { describeBlobStore } from '../conformance.ts';
import { openBlobStore, parseBlobLocation } from '../index.ts';
import { newSpoolFile } from '../spool-files.ts';
import { abortUploadsBefore } from './s3-leftovers.ts';

const credentials = { accessKeyId: 'blobs', secretAccessKey: 'a/secret+with=signs' };
const Bucket = 'blobs';

const open = (bucket = Bucket, endpoint = s3.url) => {
  const user = `${credentials.accessKeyId}:${encodeURIComponent(credentials.secretAccessKey)}`;
  return openBlobStore(
    parseBlobLocation(`s3://${user}@${bucket}/tenants/one?endpoint=${encodeURIComponent(endpoint)}`),
  );
};

const s3 = await forThisFile(startS3({ bucket: Bucket, ...credentials }));
const store = await forThisFile(open());
const client = new S3Client({ endpoint: s3.url, region: 'us-east-1', forcePathStyle: true, credentials });
afterAll(() => client.destroy());

describeBlobStore('the S3 store', () => store);

describe('in S3', () => {
  const uploads = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? [];

  it('leaves no parts behind, whatever happens', async () => {
    expect(await uploads()).toEqual([]);
  });

  it("removes a dead process's parts, and spares uploads that are younger or not its own", async () => {
    const begin = (Key: string) => client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    await begin('tenants/one/dead');
    await begin('tenants/one/uploads/growing');
    await begin('elsewhere');
    const soon = new Date(Date.now() + 1000);
    const abortBefore = (moment: Date) =>
      abortUploadsBefore(moment, client, Bucket, 'tenants/one/', 'tenants/one/uploads/');
    await abortBefore(new Date(Date.now() - 60_000));
    expect(await uploads()).toHaveLength(3);
    await abortBefore(soon);
    expect(await uploads()).toMatchObject([{ Key: 'elsewhere' }, { Key: 'tenants/one/uploads/growing' }]);
  });

  it('removes what a killed process spooled a day ago, and spares what is younger or not its own', async () => {
    const old = new Date(Date.now() - 25 * 3_600_000);
    const [left, young, foreign] = [newSpoolFile(tmpdir()), newSpoolFile(tmpdir()), join(tmpdir(), randomUUID())];
    for (const file of [left, young, foreign]) await writeFile(file, 'bytes');
    for (const file of [left, foreign]) await utimes(file, old, old);
    await (await open()).close();
    expect([left, young, foreign].map((file) => existsSync(file))).toEqual([false, true, true]);
    for (const file of [young, foreign]) await rm(file);
  });

  it('lists only blobs below its prefix', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'other', Body: 'x' }));
    await client.send(new PutObjectCommand({ Bucket, Key: 'tenants/one/Not A Key', Body: 'x' }));
    const keys: string[] = [];
    for await (const { key } of store.list('')) keys.push(key);
    expect(keys).toContain('digits');
    expect(keys).not.toContain('other');
    expect(keys).not.toContain('Not A Key');
  });

  it('frees its sockets when a reader stops early or never starts', async () => {
    await store.put('unread', Buffer.alloc(2_000_000));
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    const bodies: Readable[] = [];
    for (let i = 0; i < 20; i++) bodies.push((await store.get('unread'))!.body);
    const held = sockets();
    for (const body of bodies.slice(0, 10)) for await (const _ of body) break;
    for (const body of bodies.slice(10)) body.destroy();
    // Both ends of each socket are in this process.
    await expect.poll(sockets).toBeLessThanOrEqual(held - 40);
  });

  it('says in one sentence why it cannot be used', async () => {
    const missing = await open('missing');
    await expect(missing.ready()).rejects.toThrow(
      'The S3 bucket missing cannot be written: The specified bucket does not exist.',
    );
    await expect(missing.get('a')).rejects.toThrow('bucket does not exist');
    await missing.close();
    const silent = await open(Bucket, 'http://127.0.0.1:1');
    await expect(silent.ready()).rejects.toThrow(/^The S3 bucket blobs cannot be written: connect ECONNREFUSED/);
    await silent.close();
  });
});
