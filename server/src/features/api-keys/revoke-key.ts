import { notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { deleteKey } from './api-keys.queries.ts';

export async function revokeKey({ db, log }: Services, viewer: Member, id: string): Promise<void> {
  if ((await deleteKey(db, viewer, id)) === undefined) throw notFound('This API key');
  log.info({ user: viewer.id, organization: viewer.membership.organizationId, key: id }, 'API key revoked');
}
