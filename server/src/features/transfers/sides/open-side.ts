import { type Manifest, plainError, type Session } from '@sheaf/connectors';
import { uploadsSource } from '@sheaf/contract';
import type { Services } from '../../../services.ts';
import { findProvider, openAccount, sourceName } from '../../sources/index.ts';
import { chunkSizeFor } from './chunk-size.ts';
import { openMyFiles } from './my-files-side.ts';
import type { Side, TransferAccount } from './side.ts';

/** The limit for calls to a cloud that a person waits for. */
export const patienceMs = 8_000;

/** Makes no calls yet: problems with an account show at first use. `confirm` is called before each call to a cloud. */
export function openSide(
  services: Services,
  account: TransferAccount,
  signal: AbortSignal,
  confirm?: () => Promise<void>,
): Side {
  const label = sourceName(account.source);
  const side =
    account.source === uploadsSource
      ? openMyFiles(services, account, signal)
      : connectorSide(services, account, signal, confirm);
  return {
    ...side,
    account,
    label,
    files: blaming(side.files, account),
    writes: blaming(side.writes, account),
  };
}

function connectorSide(
  services: Services,
  account: TransferAccount,
  signal: AbortSignal,
  confirm?: () => Promise<void>,
) {
  const { manifest } = findProvider(services, account.source).connector;
  const opened = openAccount(services, account, signal, confirm);
  return {
    ...sideOf(manifest, opened),
    quota: opened.quota?.bind(opened),
    close: async () => opened[Symbol.asyncDispose](),
  };
}

/** The side of an open account. */
export function sideOf(manifest: Manifest, { files, writes }: Pick<Session, 'files' | 'writes'>) {
  const { upload } = manifest;
  if (!files || !writes || !upload) throw plainError('forbidden', `${manifest.name} can’t be used for transfers.`);
  return {
    names: manifest.names,
    uniqueNames: manifest.uniqueNames,
    hashes: manifest.hashes,
    chunkBytes: (size: number) => chunkSizeFor(upload, size),
    maxSize: upload.maxSize,
    files,
    writes,
  };
}

/** Whether a source can take part: it holds files and can be written to. */
export function canTakePart(services: Services, source: string): boolean {
  if (source === uploadsSource) return true;
  const { capabilities } = findProvider(services, source).connector.manifest;
  return capabilities.includes('files') && capabilities.includes('writes');
}

/** Nothing is ever deleted for good: without a trash, originals stay. */
export const hasTrash = (services: Services, source: string): boolean =>
  source === uploadsSource || findProvider(services, source).connector.manifest.capabilities.includes('writes.trash');

const attributed = new WeakMap<object, TransferAccount>();

/** The account whose cloud caused an error, if known. */
export const failedAccount = (error: unknown): TransferAccount | undefined =>
  typeof error === 'object' && error !== null ? attributed.get(error) : undefined;

export function attributeError(error: unknown, account: TransferAccount): void {
  if (typeof error === 'object' && error !== null && !attributed.has(error)) attributed.set(error, account);
}

/** Wraps the target, so that everything it throws is attributed to the account. */
function blaming<T extends object>(target: T, account: TransferAccount): T {
  const wrapped: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(target)) {
    wrapped[name] =
      typeof member !== 'function'
        ? member
        : async (...given: unknown[]) => {
            try {
              return await (member as (...given: unknown[]) => unknown).apply(target, given);
            } catch (error) {
              attributeError(error, account);
              throw error;
            }
          };
  }
  return wrapped as T;
}
