import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embedPassages } from '../../../server/src/features/passages/text/embed-passages.ts';
import { readContent } from '../../../server/src/features/passages/text/read-content.ts';
import type { Expected, Passage } from '../../../server/src/features/passages/text/task.ts';
import { replacePassages } from '../../../server/src/features/passages/texts.queries.ts';
import { type Embedder, embedderNumber } from '../../../server/src/meaning/index.ts';
import { createLogger } from '../../../server/src/platform/logger.ts';
import { Memory } from '../../../server/src/platform/memory.ts';
import { deriveKeys } from '../../../server/src/platform/secrets/keys.ts';
import type { Services } from '../../../server/src/services.ts';
import { addDocuments, quietAccount } from '../../../server/src/testing/documents.ts';
import { memberOf } from '../../../server/src/testing/member.ts';
import type { TestPerson } from '../../../server/src/testing/people.ts';
import type { TestApp } from '../../../server/src/testing/test-app.ts';
import { startWorld } from '../../src/world.ts';
import { chosenEmbedder } from '../model-embedder.ts';
import type { PublicDocument } from './corpus.ts';

/** A workspace with these documents, whose texts were read as the program reads them. */
export async function startLibrary(documents: readonly PublicDocument[]) {
  const world = await startWorld();
  const { pool, db, organizationId, userId } = world;
  const { embedder, keep } = await chosenEmbedder();
  const services = {
    pool,
    db,
    embedder,
    memory: new Memory(),
    keys: deriveKeys({ current: 'for links that nobody follows', previous: [] }),
    log: createLogger('warn'),
    sandbox: {},
    config: { ai: null, providers: {} },
  } as unknown as Services;
  const app = { services } as unknown as TestApp;
  const owner = { id: userId, organizationId, sessionId: 'of nobody' } as TestPerson;
  const account = await quietAccount(app, owner);
  const ids = await addDocuments(app, owner, account, documents);
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-library-'));
  const file = join(folder, 'content');
  for (const [index, { name, bytes }] of documents.entries()) {
    const sha256 = createHash('sha256').update(`${name}\n${bytes}`).digest();
    await writeFile(file, bytes);
    const expected: Expected = name.endsWith('.html') ? 'html' : 'text';
    const read = await embedPassages(await readContent({ file, expected }));
    if (!('passages' in read)) throw new Error(`${name} could not be read`);
    await pool.query('insert into blobs (organization_id, sha256, size) values ($1, $2, $3) on conflict do nothing', [
      organizationId,
      sha256,
      bytes.length,
    ]);
    await pool.query(
      `insert into content_texts (organization_id, sha256, state) values ($1, $2, 'read') on conflict do nothing`,
      [organizationId, sha256],
    );
    await pool.query(`update documents set sha256 = $2, content = 'stored', stored_size = size where id = $1`, [
      ids[index],
      sha256,
    ]);
    const passages = embedder.isModel ? await embedded(embedder, read.passages) : read.passages;
    await replacePassages(db, { organization_id: organizationId, sha256 }, passages, embedderNumber(embedder));
  }
  await rm(folder, { recursive: true });
  await pool.query('analyze');
  keep();
  return { services, member: memberOf(owner), pool, stop: () => world.stop() };
}

async function embedded(embedder: Embedder, passages: readonly Passage[]): Promise<Passage[]> {
  const bodies = passages.map(({ body }) => body);
  const embeddings = await embedder.embed(bodies, new AbortController().signal);
  return passages.map((passage, index) => ({ ...passage, embedding: embeddings[index]! }));
}
