import { BackupError } from './format.ts';

/** Loads the library only if something is encrypted. */
const loadAge = () => import('age-encryption');

/**
 * Sections are files of age (https://age-encryption.org), all for one key that is made for this backup. Only the key is
 * encrypted with the passphrase, so that a wrong one is noticed at once and one slow derivation is enough.
 */
export interface SectionKey {
  identity: string;
}

/** The cost of guessing the passphrase, as a power of two. */
const usualWork = 18;

export async function createKey(passphrase: string, work = usualWork): Promise<{ key: SectionKey; lockedKey: string }> {
  const { Encrypter, generateX25519Identity } = await loadAge();
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(work);
  return { key: { identity }, lockedKey: Buffer.from(await encrypter.encrypt(identity)).toString('base64') };
}

export async function unlockKey(lockedKey: string, passphrase: string | undefined): Promise<SectionKey> {
  if (!passphrase) throw new BackupError('This backup is encrypted: set BACKUP_PASSPHRASE to its passphrase.');
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return { identity: await decrypter.decrypt(Buffer.from(lockedKey, 'base64'), 'text') };
  } catch (error) {
    throw new BackupError('The passphrase is wrong: BACKUP_PASSPHRASE isn’t the one this backup was encrypted with.', {
      cause: error,
    });
  }
}

export async function encrypted(
  key: SectionKey,
  source: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const { Encrypter, identityToRecipient } = await loadAge();
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(key.identity));
  return encrypter.encrypt(source);
}

export async function decrypted(
  key: SectionKey,
  source: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addIdentity(key.identity);
  return decrypter.decrypt(source);
}
