/** The payment provider's name for each kind of VAT ID. */
export interface TaxId {
  type: 'eu_vat' | 'gb_vat' | 'ch_vat' | 'no_vat';
  value: string;
}

/** Formats after the country code of the member states, and of Northern Ireland. */
const euPatterns: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-Z]{1,2}|\d[A-Z]\d{5}[A-Z])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12})$/,
};

/**
 * Normalizes a VAT ID for invoices, with any spaces, dots, dashes and lower-case letters. Undefined if it has the
 * format of no supported country.
 */
export function taxIdOf(typed: string): TaxId | undefined {
  const plain = typed.toUpperCase().replace(/[\s.-]/g, '');
  const swiss = /^CHE(\d{3})(\d{3})(\d{3})(MWST|TVA|IVA)$/.exec(plain);
  if (swiss) return { type: 'ch_vat', value: `CHE-${swiss[1]}.${swiss[2]}.${swiss[3]} ${swiss[4]}` };
  const norwegian = /^(?:NO)?(\d{9}MVA)$/.exec(plain);
  if (norwegian) return { type: 'no_vat', value: norwegian[1]! };
  if (/^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/.test(plain)) return { type: 'gb_vat', value: plain };
  // Greece writes EL, but people know its country code.
  const european = plain.replace(/^GR/, 'EL');
  return euPatterns[european.slice(0, 2)]?.test(european.slice(2)) ? { type: 'eu_vat', value: european } : undefined;
}
