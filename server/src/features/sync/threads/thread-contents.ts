import { type FileReads, plainError, type RemoteId, type ThreadReads } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Services } from '../../../services.ts';
import { attachmentOf, renderThread, threadOf } from '../../messages/index.ts';

/** The bytes of message documents: a thread is a page made of its messages, an attachment comes from the source. */
export function threadContents(
  { db }: Services,
  accountId: string,
  threads: ThreadReads,
): Required<Pick<FileReads, 'download' | 'export'>> {
  return {
    async export(id) {
      const { rows } = await sql<{ name: string; revision: string }>`select name, revision from documents
        where account_id = ${accountId} and remote_id = ${id}`.execute(db);
      const thread = threadOf(id);
      if (!rows[0] || thread === undefined) throw gone();
      const body = renderThread(db, accountId, thread, rows[0].name);
      return { body, size: null, startsAt: 0, revision: rows[0].revision, hashes: {} };
    },
    async download(id: RemoteId, options) {
      const attachment = attachmentOf(id);
      if (!attachment) throw gone();
      return threads.attachment(attachment.message, attachment.id, options);
    },
  };
}

const gone = () => plainError('not_found', 'It no longer exists.');
