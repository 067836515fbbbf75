import { documentFormat, documentType } from '@sheaf/contract';
import { newId } from '../platform/uuid.ts';
import type { TestPerson } from './people.ts';
import type { TestApp } from './test-app.ts';

interface Given {
  name: string;
  parent?: string;
  folder?: boolean;
  size?: number;
  modified?: string;
  /** The same word makes the same content. */
  content?: string;
}

/** An account that is never synced, to put documents into. */
export async function quietAccount(app: TestApp, owner: TestPerson, source = 'webdav'): Promise<string> {
  const id = newId();
  await app.services.pool.query(
    `insert into source_accounts (id, organization_id, user_id, source, remote_user_id, name, status, settings)
     values ($1, $2, $3, $4, $5, 'somebody@example.com', 'disconnected', '{"file_mode":"all","chat_mode":"selected","file_selected_folders":[]}')`,
    [id, owner.organizationId, owner.id, source, id],
  );
  return id;
}

/** Writes documents as a sync would, without bytes. Returns their ids, in order. */
export async function addDocuments(
  app: TestApp,
  owner: TestPerson,
  accountId: string,
  given: readonly Given[],
): Promise<string[]> {
  const rows = given.map(({ name, parent, folder, size, modified, content }) => ({
    id: newId(),
    name,
    parent_id: parent ?? null,
    kind: folder ? 'folder' : 'file',
    type: folder ? 'folder' : documentType(name, null),
    format: folder ? 'folder' : documentFormat(name, null),
    size: folder ? null : (size ?? 1),
    modified: modified ?? '2026-01-01T00:00:00Z',
    sha256: content ? Buffer.alloc(32, content).toString('hex') : null,
  }));
  await app.services.pool.query(
    `with given as (select * from jsonb_to_recordset($4) as x
         (id uuid, name text, parent_id uuid, kind text, type text, format text, size bigint, modified timestamptz, sha256 text)),
       bytes as (insert into blobs (organization_id, sha256, size)
         select distinct on (sha256) $1::uuid, decode(sha256, 'hex'), size from given where sha256 is not null on conflict do nothing)
     insert into documents (id, organization_id, account_id, owner_id, remote_id, name, parent_id, kind, type, format, size,
       remote_modified_at, revision, listing, sha256, stored_size, content)
     select id, $1, $2, $3, id::text, name, parent_id, kind, type, format, size, modified, '1', 1, decode(sha256, 'hex'), size,
       case when sha256 is null then 'none' else 'stored' end from given`,
    [owner.organizationId, accountId, owner.id, JSON.stringify(rows)],
  );
  await app.services.pool.query('update source_accounts set files = files + $2 where id = $1', [
    accountId,
    rows.filter(({ kind }) => kind === 'file').length,
  ]);
  return rows.map(({ id }) => id);
}
