const address = String.raw`url\(\s*(['"]?)\s*(?:https?:)?//[^)]*\)`;

/** Whether a style asks for something from elsewhere. */
export const reachesOut = (css: string): boolean => new RegExp(`${address}|@import`, 'i').test(css);

/** The style without what it asks for from elsewhere. */
export const withoutRemote = (css: string): string =>
  css.replace(new RegExp(address, 'gi'), 'none').replace(/@import[^;]*;?/gi, '');
