/** A LIKE pattern that finds the text anywhere, taken literally. */
export const containing = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
