import type { Passkey, passkeys, Received } from '@sheaf/contract';
import { AppError, notFound } from '../../errors.ts';
import type { Viewer } from '../../http/viewer.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import type { Services } from '../../services.ts';
import { auditPerson } from '../audit/index.ts';
import {
  addPasskey,
  askForNewPasskey,
  askForPasskey,
  deletePasskey,
  listPasskeys,
  type PasskeyRow,
  renamePasskey,
  twoFactorOf,
} from '../second-factors/index.ts';
import { passkeyAddedMail, passkeyRemovedMail } from './account-security.mails.ts';
import { type Proof, withProof } from './prove.ts';

const present = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  synced: row.synced,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

export async function passkeysOf({ db }: Services, viewer: Viewer): Promise<Passkey[]> {
  return (await listPasskeys(db, viewer.id)).map(present);
}

/** From here on the challenge is the proof: it belongs to the person and can be answered once. */
export async function beginPasskey(services: Services, viewer: Viewer, proof: Proof) {
  await withProof(services, viewer, proof, async () => {});
  return askForNewPasskey(services, viewer);
}

/** Asks for a proof with one of the viewer's passkeys; see `withProof`. */
export async function askForOwnPasskey(services: Services, viewer: Viewer) {
  if ((await listPasskeys(services.db, viewer.id)).length === 0)
    throw new AppError('conflict', 'You have no passkeys yet.');
  return askForPasskey(services, viewer.id);
}

export async function createPasskey(
  services: Services,
  viewer: Viewer,
  given: Received<typeof passkeys.create>['body'],
): Promise<Passkey> {
  const { config, log } = services;
  const row = await addPasskey(services, viewer.id, given, async (tx) => {
    await auditPerson(tx, viewer, { action: 'passkey_added', object: { kind: 'passkey', name: given.name } });
    await sendMail(tx, viewer.email, passkeyAddedMail(viewer.name, given.name, config.publicUrl));
  });
  log.info({ user: viewer.id, passkey: row.id }, 'passkey added');
  return present(row);
}

export async function changeName({ db }: Services, viewer: Viewer, id: string, name: string): Promise<Passkey> {
  const row = await renamePasskey(db, viewer.id, id, name);
  if (!row) throw notFound('This passkey');
  return present(row);
}

const lastFactor = () =>
  new AppError(
    'conflict',
    'This passkey is your only second factor. Add another one first, or turn off two-factor authentication.',
  );

export async function removePasskey(services: Services, viewer: Viewer, id: string, proof: Proof): Promise<void> {
  const { config, log } = services;
  await withProof(services, viewer, proof, async (tx) => {
    const removed = await deletePasskey(tx, viewer.id, id);
    if (!removed) throw notFound('This passkey');
    const { name, left } = removed;
    if (left === 0 && (await twoFactorOf(tx, viewer.id))?.hasApp === false) throw lastFactor();
    await auditPerson(tx, viewer, { action: 'passkey_removed', object: { kind: 'passkey', id, name } });
    await sendMail(tx, viewer.email, passkeyRemovedMail(viewer.name, name, config.publicUrl));
  });
  log.info({ user: viewer.id, passkey: id }, 'passkey removed');
}
