import { contract, limits, type UploadPolicy, uploadPolicies } from '@sheaf/contract';
import { AppError } from '../../../errors.ts';
import { isUuid } from '../../../platform/uuid.ts';

/** The facts that the browser reports about a file before its bytes. */
export interface Described {
  name: string;
  /** The folders that contain it, outermost first. */
  folders: string[];
  parentId: string | null;
  /** The account whose top level it goes to without a folder; null for My files. */
  accountId: string | null;
  /** A label or collection of the viewer's to add it to. */
  labelId: string | null;
  collectionId: string | null;
  /** Null if the person wants to be asked. */
  policy: UploadPolicy | null;
  mimeType: string | null;
  modifiedAt: Date | null;
}

const fileName = contract.documents.createFolder.body.shape.name;

/** The tus header Upload-Metadata: pairs of a key and a value in base64, separated by commas. */
export function readMetadata(header: unknown): Described {
  const given = new Map<string, string>();
  for (const pair of String(header ?? '').split(',')) {
    const [key = '', value = ''] = pair.trim().split(' ');
    given.set(key, Buffer.from(value, 'base64').toString('utf8'));
  }
  const path = (given.get('relativePath') || given.get('filename') || '').split('/').map(nameIn);
  const idIn = (key: string): string | null => {
    const value = given.get(key) || null;
    if (value && !isUuid(value)) throw refused(`${key} must be an id.`);
    return value;
  };
  if (path.length > limits.foldersDeep) throw refused('The folders are nested too deeply.');
  const policy = given.get('policy') || null;
  if (policy && !uploadPolicies.includes(policy as UploadPolicy))
    throw refused(`policy must be one of ${uploadPolicies.join(', ')}.`);
  return {
    name: path.at(-1)!,
    folders: path.slice(0, -1),
    parentId: idIn('parent_id'),
    accountId: idIn('account_id'),
    labelId: idIn('label_id'),
    collectionId: idIn('collection_id'),
    policy: policy as UploadPolicy | null,
    mimeType: mimeTypeOf(given.get('filetype')),
    modifiedAt: dateOf(given.get('lastModified')),
  };
}

/** Uses one spelling of accents for all systems. */
function nameIn(given: string): string {
  const parsed = fileName.safeParse(given.normalize('NFC'));
  if (!parsed.success)
    throw refused(`Name not accepted: ${reasonIn(parsed.error)}. It is “${given.slice(0, 80).toWellFormed()}”.`);
  return parsed.data;
}

/** The first issue, in lower case because it continues a sentence. */
const reasonIn = ({ issues }: { issues: { message: string }[] }): string =>
  issues[0]!.message.charAt(0).toLowerCase() + issues[0]!.message.slice(1);

function mimeTypeOf(given: string | undefined): string | null {
  return given && given.length <= 200 && /^[\w.+-]+\/[\w.+-]+$/.test(given) ? given.toLowerCase() : null;
}

/** Milliseconds, as browsers report them. A time in the future becomes now. */
function dateOf(given: string | undefined): Date | null {
  const time = Number(given);
  return given && Number.isSafeInteger(time) && time > 0 ? new Date(Math.min(time, Date.now())) : null;
}

/** The tus header Upload-Length, required from the start. */
export function readLength(header: unknown): number {
  const length = Number(header);
  if (!/^\d+$/.test(String(header)) || !Number.isSafeInteger(length))
    throw refused('Upload-Length must say how many bytes will come.');
  if (length > limits.uploadBytes)
    throw new AppError('too_large', `A file can be up to ${limits.uploadBytes / 1024 ** 3} GB.`);
  return length;
}

const refused = (message: string) => new AppError('malformed', message);
