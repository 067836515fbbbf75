/** The network of an address, for throttling: with IPv6, everyone has a whole /64. */
export function network(ip: string): string {
  return ip.includes(':') && !ip.includes('.') ? expand(ip).slice(0, 4).join(':') : ip;
}

/** The neighborhood of an address, for questions that are rarely asked: the /24 for IPv4, the /64 for IPv6. */
export function wideNetwork(ip: string): string {
  const [, v4] = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(ip) ?? [];
  return v4 ?? network(ip);
}

function expand(ip: string): string[] {
  const [head = '', tail] = ip.split('::');
  const [before, after] = [head.split(':').filter(Boolean), (tail ?? '').split(':').filter(Boolean)];
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}
