import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { mustOwn } from '../documents/index.ts';
import { sourceHolds } from '../sources/index.ts';

/**
 * Throws unless the viewer may create a link to this document: owners to their documents, but not to mail and chats,
 * which others wrote. Returns the name.
 */
export async function mustBeLinkable(tx: Executor, viewer: Member, documentId: string): Promise<string> {
  await mustOwn(tx, viewer, [documentId]);
  const { rows } = await sql<{ name: string; isThread: boolean; isFolder: boolean; source: string }>`
    select d.name, d.conversation is not null as "isThread", d.kind = 'folder' as "isFolder", c.source
    from documents d join source_accounts c on c.id = d.account_id where d.id = ${documentId}`.execute(tx);
  const { name, isThread, isFolder, source } = rows[0]!;
  if (isThread || (isFolder && sourceHolds(source) === 'chats'))
    throw new AppError('conflict', 'Mail and chats can’t have a public link. Share them with members instead.');
  return name;
}
