/** Lets the browser save what is at an address of ours, under a name of its own or the given one. */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
