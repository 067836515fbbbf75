import { notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/index.ts';
import { deleteKey } from './api-keys.queries.ts';

export async function revokeKey({ db, log }: Services, viewer: Member, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const name = await deleteKey(tx, viewer, id);
    if (name === undefined) throw notFound('This API key');
    await audit(tx, viewer, { action: 'api_key_revoked', object: { kind: 'api key', id, name } });
  });
  log.info({ user: viewer.id, organization: viewer.membership.organizationId, key: id }, 'API key revoked');
}
