/** The bytes of a message's body, which comes as base64url. */
export function decodeBody(body: string): ArrayBuffer {
  const base64 = body
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^A-Za-z0-9+/]/g, '');
  const text = atob(base64.length % 4 === 1 ? base64.slice(0, -1) : base64);
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0)).buffer;
}
