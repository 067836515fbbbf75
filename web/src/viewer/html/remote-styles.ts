const address = String.raw`url\(\s*(['"]?)\s*(?:https?:)?//[^)]*\)`;

/** Whether a style loads something from another site. */
export const loadsRemote = (css: string): boolean => new RegExp(`${address}|@import`, 'i').test(css);

/** The style without what it loads from other sites. */
export const withoutRemote = (css: string): string =>
  css.replace(new RegExp(address, 'gi'), 'none').replace(/@import[^;]*;?/gi, '');
