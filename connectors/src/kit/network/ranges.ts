import { BlockList, isIP, isIPv4 } from 'node:net';

// The IANA special-purpose registries: all addresses except those of single hosts on the public internet.
const special4 = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, and the metadata services of clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
])
  addRange(special4, range);

// IPv6 is public only inside 2000::/3, except for these.
const special6 = new BlockList();
for (const range of ['2001::/23', '2001:db8::/32', '3fff::/20']) addRange(special6, range);
const global6 = new BlockList();
addRange(global6, '2000::/3');

/** A set of addresses from CIDR ranges; a bare address is a range of one. */
export function rangesOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) addRange(list, cidr);
  return list;
}

function addRange(list: BlockList, cidr: string): void {
  const [address = '', bits, ...rest] = cidr.trim().split('/');
  const family = isIP(address);
  const width = family === 4 ? 32 : 128;
  const prefix = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (family === 0 || rest.length > 0 || !(prefix <= width)) throw new TypeError(`Not a range of addresses: ${cidr}`);
  list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether the address, or the IPv4 address it carries inside, is in the ranges. */
export function isWithin(ranges: BlockList, address: string): boolean {
  const inner = embedded4(address);
  return ranges.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') || (inner !== null && ranges.check(inner, 'ipv4'));
}

/** Whether the address belongs to one host on the public internet. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !special4.check(address, 'ipv4');
  const inner = embedded4(address);
  if (inner !== null) return !special4.check(inner, 'ipv4');
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

/** The IPv4 address that a mapped, NAT64 or 6to4 address leads to. */
function embedded4(address: string): string | null {
  if (isIPv4(address)) return null;
  const groups = groupsOf(address);
  const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const head = groups.slice(0, 6).join(':');
  if (head === '0:0:0:0:0:65535' || head === '100:65435:0:0:0:0') return dotted(groups[6]!, groups[7]!);
  if (groups[0] === 0x2002) return dotted(groups[1]!, groups[2]!);
  return null;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser writes every spelling the same way: hexadecimal, with at most one '::'.
  const [left = '', right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const before = numbers(left);
  const after = right === undefined ? [] : numbers(right);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
