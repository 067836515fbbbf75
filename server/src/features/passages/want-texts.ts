import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { askReaders } from './ask-readers.ts';
import { mayHaveText } from './expected.ts';

/**
 * Must be called in the transaction that gives documents a content, so that their text is read exactly if it commits. A
 * content whose text is known is not read again.
 */
export async function wantTexts(tx: Executor, documentIds: readonly string[]): Promise<void> {
  // In a fixed order, so that two accounts can't wait for each other.
  const { numAffectedRows } = await sql`insert into content_texts (organization_id, sha256)
    select distinct d.organization_id, d.sha256 from documents d
    where d.id = any(${[...documentIds]}::uuid[]) and d.content = 'stored' and d.sha256 is not null and ${mayHaveText}
    order by d.organization_id, d.sha256
    on conflict do nothing`.execute(tx);
  await askReaders(tx, Number(numAffectedRows ?? 0));
}
