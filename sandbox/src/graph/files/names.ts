import { GraphError } from '../errors.ts';

const FORBIDDEN = /["*:<>?/\\|\p{Cc}]/u;
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d|\.lock|desktop\.ini)$/i;
const MAX_NAME_LENGTH = 255;
/** The maximum length of the decoded path below the drive. */
export const MAX_PATH_LENGTH = 400;

/** Whether OneDrive and SharePoint accept the name. */
export const isAllowed = (name: string): boolean =>
  name !== '' &&
  [...name].length <= MAX_NAME_LENGTH &&
  !FORBIDDEN.test(name) &&
  !DEVICE.test(name) &&
  !/^[ ~]|[ .]$/.test(name) &&
  !/_vti_/i.test(name);

export function checkName(name: unknown): string {
  if (typeof name !== 'string') throw new GraphError('invalidRequest', 'The name is missing or not a string');
  if (!isAllowed(name))
    throw new GraphError('invalidRequest', 'The provided name cannot be used: it is invalid or reserved');
  return name;
}

/** Names of siblings must differ in more than case. */
export const nameKey = (name: string) => name.toLowerCase();
