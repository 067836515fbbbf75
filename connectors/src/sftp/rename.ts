import { plainError } from '../kit/errors.ts';
import type { SftpAccount } from './account.ts';
import { isFailure, isUnexplained } from './failures.ts';
import type { SftpConnection } from './gateway.ts';
import { nameOf, type SftpPath } from './paths.ts';

/**
 * Renames without ever replacing another item. The protocol's rename refuses that, unlike `posix-rename@openssh.com`, but
 * some hosts do not, so it is checked first. `look` examines the renamed item at the same time, and may throw.
 */
export async function renameTo(
  { run, absolute }: SftpAccount,
  from: SftpPath,
  to: SftpPath,
  look?: (sftp: SftpConnection, at: string) => Promise<void>,
): Promise<void> {
  const [source, target] = [await absolute(from), await absolute(to)];
  const taken = () => plainError('conflict', `${nameOf(to)} already exists`);
  await run(
    async (sftp) => {
      const isTaken = () =>
        sftp.lstat(target).then(
          () => true,
          (error: unknown) => {
            if (isFailure(error, 'not_found')) return false;
            throw error;
          },
        );
      const [isTakenNow] = await Promise.all([isTaken(), look?.(sftp, source)]);
      if (isTakenNow) throw taken();
      try {
        await sftp.rename(source, target);
      } catch (error) {
        if (isUnexplained(error) && (await isTaken())) throw taken();
        throw error;
      }
    },
    { once: true },
  );
}
