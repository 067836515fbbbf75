/** A place to go to; the accounts come from another feature. */
export interface PalettePlace {
  /** The place as named in addresses. */
  place: string;
  name: string;
  detail?: string;
  /** The app, for its icon. */
  slug?: string;
}

/** Matches a place by its name, its app or its address. */
export const matchesPlace =
  (typed: string) =>
  ({ name, detail = '' }: PalettePlace): boolean =>
    `${name} ${detail}`.toLowerCase().includes(typed.toLowerCase());
