/** A place to go to; the accounts come from another feature. */
export interface PalettePlace {
  /** As addresses name it. */
  place: string;
  name: string;
  detail?: string;
  /** The app, for its icon. */
  slug?: string;
}

/** By its name, its app or its address. */
export const matchesPlace =
  (typed: string) =>
  ({ name, detail = '' }: PalettePlace): boolean =>
    `${name} ${detail}`.toLowerCase().includes(typed.toLowerCase());
