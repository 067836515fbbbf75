import type { Channel, NotIncluded, RemoteId } from '@sheaf/connectors';

export const maxChannels = 5_000;

/**
 * The channels to read. Those read before come first, whatever order the source lists them in, so that a limit removes
 * nothing.
 */
export function withinLimit(
  wanted: readonly Channel[],
  before: ReadonlySet<RemoteId>,
): { chosen: readonly Channel[]; notIncluded: readonly NotIncluded[] } {
  const known = wanted.filter(({ id }) => before.has(id));
  const others = wanted.filter(({ id }) => !before.has(id));
  const room = Math.max(0, maxChannels - known.length);
  const why = `Sheaf reads up to ${maxChannels.toLocaleString('en')} channels of an account. Choose the ones you need in its settings.`;
  return {
    chosen: [...known, ...others.slice(0, room)],
    notIncluded: [{ what: 'channels', count: Math.max(0, others.length - room), why }],
  };
}
