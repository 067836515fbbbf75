import { request } from 'node:http';
import { auth, createClient, documents } from '@sheaf/contract';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { ownInstallation } from '../../../testing/processes/own-installation.ts';
import { type RunningProgram, ready } from '../../../testing/processes/program.ts';
import { bytesType } from './testing/tus.ts';

const MB = 1024 * 1024;
/** Bytes are recorded this often; the rest of a killed request is sent again. */
const certainEvery = 16 * MB;
const size = 40 * MB;
const content = Buffer.alloc(size, 'So much is known of every byte. ');

it('resumes at the recorded offset after the program was killed', async () => {
  const own = await ownInstallation('killed', 'sheaf_template');
  const { inside } = own;
  const env = {
    SHEAF_DATA_DIR: own.dir,
    DATABASE_URL: own.url,
    SHEAF_SECRET: 'long enough to be taken for a secret',
  };
  try {
    let program = await own.run(env);
    await ready(program);
    const headers = await signedUp(program, inside);
    const path = await create(program, headers);
    sendPart(program, headers, path, 30 * MB);
    const received = async () => (await inside.query('select received from uploads')).rows[0].received as number;
    await expect.poll(received).toBeGreaterThanOrEqual(certainEvery);
    program.child.kill('SIGKILL');
    await program.ended;

    program = await own.run(env);
    await ready(program);
    const url = program.url + path;
    const known = await fetch(url, { method: 'HEAD', headers });
    const offset = Number(known.headers.get('upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(certainEvery);
    expect(offset).toBeLessThanOrEqual(30 * MB);
    const last = await fetch(url, {
      method: 'PATCH',
      headers: { ...headers, ...bytesType, 'Upload-Offset': String(offset) },
      body: content.subarray(offset),
    });
    expect([last.status, last.headers.get('upload-outcome')]).toEqual([204, 'created']);
    const id = last.headers.get('upload-document')!;
    const call = createClient({ baseUrl: `${program.url}/api`, headers: () => headers });
    const answer = await call(documents.download, { params: { id } });
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  } finally {
    await own.close();
  }
}, 180_000);

async function signedUp({ url }: RunningProgram, client: pg.Client): Promise<Record<string, string>> {
  const call = createClient({ baseUrl: `${url}/api`, headers: () => ({}) });
  const password = 'correct horse battery';
  const body = { name: 'Robin Example', email: 'robin@example.com', password, password_confirmation: password };
  const { data } = await call(auth.register, { body });
  await client.query('update users set email_verified_at = now()');
  return { Authorization: `Bearer ${data.auth.token}`, 'Tus-Resumable': '1.0.0' };
}

async function create({ url }: RunningProgram, headers: Record<string, string>): Promise<string> {
  const metadata = `filename ${Buffer.from('large.bin').toString('base64')}`;
  const created = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'Upload-Length': String(size), 'Upload-Metadata': metadata },
  });
  expect(created.status).toBe(201);
  return created.headers.get('location')!;
}

/** Announces everything and sends a part. */
function sendPart({ url }: RunningProgram, headers: Record<string, string>, path: string, bytes: number) {
  const call = request(url + path, {
    method: 'PATCH',
    headers: { ...headers, ...bytesType, 'Upload-Offset': 0, 'Content-Length': size },
  });
  call.on('error', () => {});
  call.write(content.subarray(0, bytes));
}
