/** Downloads an address of our server, under the server's name or the given one. */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Saves bytes that are in memory. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveFrom(url, name);
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The server’s name for the file: online documents and threads get the extension of their export. */
export function attachedName({ headers }: Response): string | undefined {
  const disposition = headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(disposition)?.[1];
}
