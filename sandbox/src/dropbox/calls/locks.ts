import type { files } from 'dropbox';
import { type Call, checkFields } from '../call.ts';
import { endpointError, refusal, type Tagged } from '../errors.ts';
import { isTeamMember, teamId } from '../files/accounts.ts';
import { fileMetadata, timestamp } from '../files/metadata.ts';
import { lower, pathArgument } from '../files/paths.ts';
import { type FileLock, type FileNode, sharedAround } from '../files/tree.ts';
import { attempted } from './batch.ts';

export const lockFields = { entries: 'list' } as const;
const entryFields = { path: 'string' } as const;

const MOST_FILES = 1000;

export const lockFiles = (call: Call<files.LockFileBatchArg>) => each(call, lock);
export const unlockFiles = (call: Call<files.UnlockFileBatchArg>) => each(call, unlock);
export const getFileLocks = (call: Call<files.LockFileBatchArg>) => each(call, () => undefined);

/** Does it for each path once, and answers with the lock as it is then. */
function each(call: Call<files.LockFileBatchArg>, change: (call: Call<unknown>, file: FileNode) => void) {
  const { arg, route, view } = call;
  if (arg.entries.length > MOST_FILES) throw endpointError('too_many_files');
  const paths = new Map<string, string>();
  for (const entry of arg.entries) {
    checkFields(entry, entryFields, route, 'entries');
    paths.set(lower(entry.path), pathArgument(entry.path, 'writeOrId', route));
  }
  const entries = [...paths.values()].map((path): Tagged => {
    const result = attempted(() => {
      const file = view.look(path, 'path_lookup');
      if (file.kind === 'folder' || file.exports) throw endpointError('cannot_be_locked');
      change(call, file);
      return { metadata: fileMetadata(view, file), lock: lockContent(file.lock) };
    });
    return 'success' in result ? { '.tag': 'success', ...result.success } : { '.tag': 'failure', ...result };
  });
  return { entries };
}

function lock(call: Call<unknown>, file: FileNode): void {
  const { account, view } = call;
  refuseOthers(call, file);
  if (file.lock) return;
  view.tree.lock(file, {
    accountId: account.accountId,
    name: account.person.name,
    ...(isTeamMember(account) && { teamId }),
    created: new Date(),
  });
}

function unlock(call: Call<unknown>, file: FileNode): void {
  refuseOthers(call, file);
  if (file.lock) call.view.tree.lock(file, undefined);
}

/** Only who can write to the file, where others could as well; and not while one of them holds the lock. */
function refuseOthers({ account }: Call<unknown>, file: FileNode): void {
  const { shared } = sharedAround(file) ?? {};
  if (!shared) throw endpointError('file_not_shared');
  if (shared.readOnly) throw endpointError('no_write_permission');
  if (file.lock && file.lock.accountId !== account.accountId)
    throw refusal(409, { '.tag': 'lock_conflict', lock: lockContent(file.lock) });
}

function lockContent(held: FileLock | undefined): files.FileLock {
  if (!held) return { content: { '.tag': 'unlocked' } };
  return {
    content: {
      '.tag': 'single_user',
      created: timestamp(held.created),
      lock_holder_account_id: held.accountId,
      ...(held.teamId && { lock_holder_team_id: held.teamId }),
    },
  };
}
