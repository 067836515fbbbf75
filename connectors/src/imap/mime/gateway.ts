import { addressParser, decodeWords as decode } from 'postal-mime';

/** `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=` in plain text; what cannot be decoded stays as it is. */
export function decodeWords(text: string): string {
  try {
    return decode(text);
  } catch {
    return text;
  }
}

/** The people of an address field, also those in groups. */
export function parseAddresses(field: string): { name: string; address: string }[] {
  try {
    return addressParser(field, { flatten: true }).flatMap(({ name, address }) =>
      address === undefined ? [] : { name, address },
    );
  } catch {
    return [];
  }
}
