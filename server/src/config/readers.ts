import { type BlobLocation, parseBlobLocation } from '../platform/blobs/index.ts';

/** Says what was expected; the reader adds the variable's name and its value. */
export class Unexpected extends Error {}

export const text = (fallback: string) => (value: string | undefined) => value ?? fallback;

export const optional = (value: string | undefined): string | undefined => value;

export function integer(fallback: number, min: number, max: number) {
  return (value: string | undefined) => {
    if (value === undefined) return fallback;
    const number = Number(value);
    if (!Number.isInteger(number) || number < min || number > max)
      throw new Unexpected(`a whole number from ${min} to ${max}`);
    return number;
  };
}

export function oneOf<const T extends string>(...allowed: [T, ...T[]]) {
  return (value: string | undefined): T => {
    if (value === undefined) return allowed[0];
    if (!(allowed as string[]).includes(value)) throw new Unexpected(`one of ${allowed.join(', ')}`);
    return value as T;
  };
}

export function address(...schemes: string[]) {
  return (value: string | undefined): string | undefined => {
    if (value === undefined) return undefined;
    if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol)) {
      throw new Unexpected(`an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`);
    }
    return value.replace(/\/$/, '');
  };
}

/** A provider's address, to which paths are appended. */
export const base = address('http:', 'https:');

export function secret(value: string | undefined): string | undefined {
  if (value !== undefined && value.length < 32) throw new Unexpected('at least 32 characters');
  return value;
}

export function passphrase(value: string | undefined): string | undefined {
  if (value !== undefined && value.length < 12) throw new Unexpected('at least 12 characters');
  return value;
}

export const secrets = (value: string | undefined): string[] =>
  value?.split(',').map((one) => secret(one.trim())!) ?? [];

export function blobs(value: string | undefined): BlobLocation | undefined {
  if (value === undefined) return undefined;
  try {
    return parseBlobLocation(value);
  } catch (error) {
    throw new Unexpected(`a folder or an s3:// address (${(error as Error).message})`);
  }
}

/** A path of nginx, without a slash at its end. */
export function locationPath(value: string | undefined): string | undefined {
  if (value !== undefined && !/^(\/[\w.-]+)+\/?$/.test(value)) throw new Unexpected('a path such as /blobs');
  return value?.replace(/\/$/, '');
}

export function networks(value: string | undefined): 'none' | 'all' | string[] {
  if (value === undefined || value === 'false') return 'none';
  if (value === 'true') return 'all';
  const ranges = value.split(',').map((range) => range.trim());
  if (!ranges.every((range) => /^[\da-f.:]+\/\d+$/i.test(range)))
    throw new Unexpected('true, false, or CIDRs such as 10.0.0.0/8');
  return ranges;
}

/** Languages as Tesseract names them: three letters, some with a script. */
export function languageCodes(value: string | undefined): string[] {
  const codes = (value ?? 'eng').split(/[,+\s]+/);
  if (codes.length > 5 || !codes.every((code) => /^[a-z]{3}(_[a-z]{3,4}){0,2}$/.test(code)))
    throw new Unexpected('up to five languages such as eng, deu or chi_sim');
  return [...new Set(codes)];
}
