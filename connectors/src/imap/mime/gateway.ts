import { addressParser, decodeWords as decode } from 'postal-mime';

/** Decodes `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=`; text that can’t be decoded stays unchanged. */
export function decodeWords(text: string): string {
  try {
    return decode(text);
  } catch {
    return text;
  }
}

/** The people of an address field, including those in groups. */
export function parseAddresses(field: string): { name: string; address: string }[] {
  try {
    return addressParser(field, { flatten: true }).flatMap(({ name, address }) =>
      address === undefined ? [] : { name, address },
    );
  } catch {
    return [];
  }
}
