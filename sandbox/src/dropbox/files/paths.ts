import { badInput, endpointError } from '../errors.ts';

/** The patterns for paths in Dropbox's API description. */
const patterns = {
  plain: String.raw`/(.|[\r\n])*`,
  write: String.raw`(/(.|[\r\n])*)|(ns:[0-9]+(/(.|[\r\n])*)?)`,
  writeOrId: String.raw`(/(.|[\r\n])*)|(ns:[0-9]+(/(.|[\r\n])*)?)|(id:.*)`,
  read: String.raw`(/(.|[\r\n])*|id:.*)|(ns:[0-9]+(/(.|[\r\n])*)?)`,
  list: String.raw`(/(.|[\r\n])*)?|id:.*|(ns:[0-9]+(/(.|[\r\n])*)?)`,
} as const;

/** Files of operating systems and of Dropbox itself, which it does not store. */
const disallowed = new Set([
  'desktop.ini',
  'thumbs.db',
  '.ds_store',
  'icon\r',
  '.dropbox',
  '.dropbox.attr',
  '.dropbox.cache',
]);

const MAX_NAME_LENGTH = 255;

/** Names are compared without regard to case and Unicode normalization. */
export function lower(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Converts the argument to a path of the call’s kind, or refuses it with 400. */
export function pathArgument(value: unknown, kind: keyof typeof patterns, route: string, field = 'path'): string {
  if (typeof value !== 'string')
    throw badInput(route, `request body: ${field}: expected string, got ${JSON.stringify(value)}`);
  if (kind === 'list' && value === '/') {
    throw badInput(route, 'request body: path: Specify the root folder as an empty string rather than as "/".');
  }
  if (!new RegExp(`^(?:${patterns[kind]})$`).test(value)) {
    throw badInput(route, `request body: ${field}: '${value}' did not match pattern '${patterns[kind]}'`);
  }
  return value;
}

/** The names along a path; an impossible name is `malformed_path` under the given tag. */
export function segments(path: string, tag: string): string[] {
  if (path === '') return [];
  const names = path.slice(1).split('/');
  if (names.some((name) => isMalformed(name))) throw endpointError(`${tag}/malformed_path`);
  return names;
}

export function isDisallowed(name: string): boolean {
  return disallowed.has(lower(name)) || name.startsWith('.dropbox.');
}

function isMalformed(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || [...name].length > MAX_NAME_LENGTH) return true;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches NUL and DEL.
  return /[\\\u0000\u007f]|\s$/u.test(name) || !name.isWellFormed();
}
