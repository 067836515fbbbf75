/** Replaces what PostgreSQL can't store in a text, but sources allow. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
