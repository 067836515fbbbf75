import type { Keys } from '../../platform/secrets/keys.ts';
import { sameBytes } from '../../platform/secrets/keys.ts';

/** How a link was passed on. Only the one in the mail proves that its holder reads the address. */
export type Channel = 'mail' | 'link';

const letters: Record<Channel, string> = { mail: 'm', link: 'l' };

const tag = (keys: Keys, id: string, channel: Channel) => keys.linkTag(`invitation ${channel} ${id}`);

/** The secret part of an invitation's link. It is derived from the id with our key, so it isn't stored. */
export function slugOf(keys: Keys, id: string, channel: Channel): string {
  return `${letters[channel]}${id.replaceAll('-', '')}${tag(keys, id, channel)}`;
}

export function readSlug(keys: Keys, slug: string): { id: string; channel: Channel } | null {
  const parts = /^([ml])([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([\w-]{32})$/.exec(slug);
  if (!parts) return null;
  const channel: Channel = parts[1] === 'm' ? 'mail' : 'link';
  const id = parts.slice(2, 7).join('-');
  return sameBytes(Buffer.from(parts[7]!), Buffer.from(tag(keys, id, channel))) ? { id, channel } : null;
}
