const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
};

/** An address for an image in an office file; null for formats a browser cannot show. */
export function imageUrl(name: string, bytes: Uint8Array<ArrayBuffer> | undefined): string | null {
  const type = types[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
  return type && bytes ? URL.createObjectURL(new Blob([bytes], { type })) : null;
}
