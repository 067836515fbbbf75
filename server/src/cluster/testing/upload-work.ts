import { deepEqual, equal } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract, uploadsPath } from '@sheaf/contract';
import type { Random } from '@sheaf/sandbox';
import type { TestPerson } from '../../testing/people.ts';
import { retryingFetch } from './retrying-client.ts';
import type { Cluster } from './start-cluster.ts';
import type { Work } from './work.ts';

const tus = { 'Tus-Resumable': '1.0.0' };
const base64 = (text: string) => Buffer.from(text).toString('base64');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const [few, many] = [1024 * 1024, 12 * 1024 * 1024];
const maxTries = 400;

/** Uploads files in pieces, each of which may reach another process. */
export class UploadWork implements Work {
  readonly #cluster: Cluster;
  readonly #who: TestPerson;
  /** The bytes sent, by the id of the resulting document. */
  readonly #sent = new Map<string, { name: string; sha256: string }>();

  constructor(cluster: Cluster, who: TestPerson) {
    this.#cluster = cluster;
    this.#who = who;
  }

  async step(random: Random): Promise<void> {
    const number = this.#sent.size + 1;
    const name = `upload ${number}.bin`;
    // Every third is larger than S3 accepts in one part.
    const size = random.between(0, 9) === 0 ? 0 : random.between(1, number % 3 === 0 ? many : few);
    const bytes = Buffer.alloc(size, random.bytes(1021));
    const pieceBytes = Math.ceil(Math.max(1, size) / random.between(1, 5));
    const documentId = await this.#upload(name, bytes, pieceBytes);
    equal(this.#sent.has(documentId), false);
    this.#sent.set(documentId, { name, sha256: sha256(bytes) });
  }

  describe = () => `${this.#sent.size} uploads`;

  /** Works like a tus client: it asks for the offset, sends the next piece, and asks again whatever happened. */
  async #upload(name: string, bytes: Buffer, pieceBytes: number): Promise<string> {
    let place = await this.#begin(name, bytes.length);
    for (let tries = 0; tries < maxTries; tries++) {
      const state = await this.#send('HEAD', place);
      if (state.status === 404) {
        place = await this.#begin(name, bytes.length);
        continue;
      }
      equal(state.status, 200);
      const document = state.headers.get('Upload-Document');
      if (document) return document;
      const offset = Number(state.headers.get('Upload-Offset'));
      const answer = await this.#piece(place, offset, bytes.subarray(offset, offset + pieceBytes));
      // Another request's turn, a process that ended, or a store that failed: the next request asks for the offset.
      if (answer !== 204) await sleep(200);
    }
    throw new Error(`${name} did not arrive in ${maxTries} tries.`);
  }

  async #begin(name: string, size: number): Promise<string> {
    const headers = {
      'Upload-Length': String(size),
      'Upload-Metadata': `filename ${base64(name)},policy ${base64('rename')}`,
    };
    const answer = await this.#send('POST', `/api${uploadsPath}`, headers);
    equal(answer.status, 201, await answer.text());
    return answer.headers.get('Location')!;
  }

  #send(method: string, path: string, headers: Record<string, string> = {}): Promise<Response> {
    return retryingFetch(this.#cluster.url + path, { method, headers: { ...tus, ...this.#who.headers, ...headers } });
  }

  async #piece(path: string, offset: number, body: Buffer): Promise<number | null> {
    const headers = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) };
    const answer = await fetch(this.#cluster.url + path, {
      method: 'PATCH',
      headers: { ...tus, ...this.#who.headers, ...headers },
      body: new Uint8Array(body),
    }).catch(() => null);
    await answer?.arrayBuffer().catch(() => {});
    return answer?.status ?? null;
  }

  async check(): Promise<void> {
    const { rows } = await this.#cluster.services.pool.query(
      `select d.id, d.name, encode(d.sha256, 'hex') as sha256 from documents d join source_accounts a on a.id = d.account_id
       where a.source = 'uploads' and a.user_id = $1 order by d.id`,
      [this.#who.id],
    );
    const sent = [...this.#sent].map(([id, one]) => ({ id, ...one })).sort((a, b) => (a.id < b.id ? -1 : 1));
    deepEqual(rows, sent);
    for (const { id, sha256: expected } of sent) {
      const answer = await this.#who.call(contract.documents.download, { params: { id } });
      equal(sha256(new Uint8Array(await answer.arrayBuffer())), expected);
    }
  }
}
