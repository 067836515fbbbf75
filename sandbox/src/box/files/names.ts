import { BoxError } from '../errors.ts';

const MAX_CHARACTERS = 255;

/** Refuses a name as Box does. */
export function checkName(name: unknown): string {
  if (typeof name !== 'string' || name === '') throw new BoxError('bad_request', 'name is required');
  if ([...name].length > MAX_CHARACTERS) throw new BoxError('item_name_too_long');
  const isInvalid = /[/\\\p{Cc}\p{Zl}\p{Zp}]/u.test(name) || name === '.' || name === '..' || name.trimEnd() !== name;
  if (isInvalid) throw new BoxError('item_name_invalid');
  return name;
}

/** Names that differ in case only are the same name. */
export const nameKey = (name: string) => name.normalize('NFC').toLowerCase();
