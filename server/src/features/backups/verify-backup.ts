import { dirname, join } from 'node:path';
import { BackupError } from './archive/format.ts';
import { type Indexed, inOrder, readIndex } from './archive/index-lines.ts';
import { damaged } from './archive/notes.ts';
import { type Archive, openArchive } from './archive/read-archive.ts';

/** Opens the older backup with the contents this one lacks: beside it, or where the operator says. */
export async function openBaseOf(
  { file, header }: Archive,
  passphrase: string | undefined,
  given: string | undefined,
): Promise<Archive | null> {
  if (!header.base) return null;
  const path = given ?? join(dirname(file), header.base.file);
  const base = await openArchive(path, passphrase).catch((error) => {
    throw error instanceof BackupError
      ? new BackupError(`This backup needs ${header.base!.file}, on which it is based. ${error.message}`, {
          cause: error,
        })
      : error;
  });
  if (base.header.id === header.base.id) return base;
  await base.close();
  throw new BackupError(`${path} isn’t the backup that this one is based on.`);
}

/**
 * Reads every byte. Afterwards the backup is known to be whole and to contain everything its tables refer to, except
 * for what was missing when it was made.
 */
export async function verifyArchive(archive: Archive, base: Archive | null): Promise<void> {
  for await (const _ of archive.read('tables'));
  await verifyContents(archive);
  if (!base) return;
  await verifyContents(base);
  const held = inOrder(readIndex(base));
  for await (const { key, where } of readIndex(archive))
    if (where === 'base' && (await held.find(key))?.where !== 'here') throw damaged();
}

/** Checks that the contents are exactly those in the index. */
async function verifyContents(archive: Archive): Promise<void> {
  const expected = here(readIndex(archive));
  let key: unknown;
  for await (const part of archive.read('contents')) {
    if (part.kind === 'begin') key = part.note.key;
    if (part.kind !== 'end' || part.note.bad) continue;
    const { value } = await expected.next();
    if (!value || value.key !== key || (value.sha256 ?? part.note.sha256) !== part.note.sha256) throw damaged();
  }
  if (!(await expected.next()).done) throw damaged();
}

async function* here(index: AsyncGenerator<Indexed>): AsyncGenerator<Indexed, undefined> {
  for await (const one of index) if (one.where === 'here') yield one;
}
