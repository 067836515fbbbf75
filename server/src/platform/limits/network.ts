/** One network address, as far as throttling goes: of IPv6 everybody has a whole /64. */
export function network(ip: string): string {
  return ip.includes(':') && !ip.includes('.') ? expand(ip).slice(0, 4).join(':') : ip;
}

/** The neighborhood of an address, for questions that one needs to ask rarely: of IPv4 the /24, of IPv6 the /64. */
export function wideNetwork(ip: string): string {
  const [, v4] = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(ip) ?? [];
  return v4 ?? network(ip);
}

function expand(ip: string): string[] {
  const [head = '', tail] = ip.split('::');
  const [before, after] = [head.split(':').filter(Boolean), (tail ?? '').split(':').filter(Boolean)];
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}
