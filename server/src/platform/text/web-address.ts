/** The address if it is http or https: what a source calls a link may also be a script. */
export function webAddress(text: string | null | undefined): string | null {
  const url = text ? URL.parse(text) : null;
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null;
}
