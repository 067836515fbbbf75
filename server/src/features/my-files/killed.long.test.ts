import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auth, createClient, documents } from '@sheaf/contract';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { newId } from '../../platform/uuid.ts';
import { atDatabase } from '../../testing/global-setup.ts';
import { launch, type RunningProgram, ready } from '../../testing/program.ts';
import { bytesType } from './testing/tus.ts';

const MB = 1024 * 1024;
/** What is certain is noted this often; the rest of a killed request comes again. */
const certainEvery = 16 * MB;
const size = 40 * MB;
const content = Buffer.alloc(size, 'So much is known of every byte. ');

it('resumes after the program was killed, at what was certain', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sheaf-killed-'));
  await chmod(dir, 0o755);
  const connection = inject('postgres');
  const database = `killed_${newId().replaceAll('-', '')}`;
  const admin = new pg.Client(connection);
  await admin.connect();
  await admin.query(`create database ${database} template sheaf_template`);
  const env = {
    SHEAF_DATA_DIR: dir,
    DATABASE_URL: urlOf(database),
    SHEAF_SECRET: 'long enough to be taken for a secret',
  };
  const inside = new pg.Client(atDatabase(connection, database));
  let program = await launch(env);
  try {
    await ready(program);
    await inside.connect();
    const headers = await signedUp(program, inside);
    const path = await create(program, headers);
    sendPart(program, headers, path, 30 * MB);
    const received = async () => (await inside.query('select received from uploads')).rows[0].received as number;
    await expect.poll(received).toBeGreaterThanOrEqual(certainEvery);
    program.child.kill('SIGKILL');
    await program.ended;

    program = await launch(env);
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
    program.child.kill('SIGKILL');
    await program.ended;
    await inside.end();
    await admin.query(`drop database ${database} with (force)`);
    await admin.end();
    await rm(dir, { recursive: true, force: true });
  }
}, 180_000);

function urlOf(database: string): string {
  const { connectionString, user, host, port } = atDatabase(inject('postgres'), database);
  return connectionString ?? `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host!)}`;
}

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
