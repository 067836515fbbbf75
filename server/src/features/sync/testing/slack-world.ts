import type { SlackSandbox } from '@sheaf/sandbox';
import { connectAccount } from '../../../testing/sign-in/consent.ts';
import { choose } from './cloud.ts';
import type { ExpectedMessage, ThreadWorld } from './thread-world.ts';

const lostTexts = {
  file_not_found: 'A file was deleted.',
  access_denied: 'A file can’t be opened from this account.',
};

const faults = [
  { kind: 'status', status: 429, retryAfter: 0 },
  { kind: 'status', status: 200, reason: 'internal_error' },
  { kind: 'status', status: 503 },
  { kind: 'garbage' },
  { kind: 'cut', afterBytes: 40 },
  { kind: 'expire-token' },
  { kind: 'expire-cursor' },
] as const;

/**
 * Slack: nothing reports edits or deletions, and replies are in threads and in the channel; with oddities from the
 * seed. Needs token rotation, since tokens would never expire otherwise.
 */
export function slackWorld({ control, state }: SlackSandbox): ThreadWorld<(typeof faults)[number]> {
  let channels: string[] = [];
  let made = 0;
  const all = () =>
    channels.flatMap((channel) =>
      control.list({ channel }).flatMap((one) => [one, ...one.replies].map(({ ts }) => ({ channel, ts }))),
    );
  const stored = ({ channel, ts }: { channel: string; ts: string }) => state.channel(channel).find(ts)!;
  const isDeleted = (at: { channel: string; ts: string }) => stored(at).subtype === 'tombstone';
  /** The text that replaces unavailable files. */
  const lostIn = (at: { channel: string; ts: string }) =>
    stored(at)
      .files?.flatMap(({ lost }) => (lost ? [lostTexts[lost]] : []))
      .join('') ?? '';
  const filesOf = (at: { channel: string; ts: string }) =>
    stored(at).files?.flatMap(({ name, lost }) => (lost ? [] : [name])) ?? [];

  function messagesIn(channel: string): ExpectedMessage[] {
    const { id } = state.channel(channel);
    const common = { channels: [id], unread: false, flagged: false };
    return control.list({ channel }).flatMap(({ ts, text, replies }) => {
      // A reply also shown in the channel is in its thread.
      if (stored({ channel, ts }).threadTs !== undefined) return [];
      const day = new Date(Number(ts) * 1000).toISOString().slice(0, 10);
      const inDay = { ...common, thread: `${id}:${day}` };
      const first = {
        ...inDay,
        id: `${id}/${ts}`,
        text: text + lostIn({ channel, ts }),
        files: filesOf({ channel, ts }),
      };
      return [
        ...(isDeleted({ channel, ts }) ? [] : [first]),
        ...replies.map((reply) => ({
          ...inDay,
          id: `${id}/${ts}/${reply.ts}`,
          text: reply.text + lostIn({ channel, ts: reply.ts }),
          files: filesOf({ channel, ts: reply.ts }),
        })),
      ];
    });
  }

  return {
    // A 'copy' is a reply that is also shown in the channel.
    edits: ['post', 'post', 'post with a file', 'answer', 'answer', 'copy', 'edit', 'edit', 'remove', 'leave'],
    faults,
    connect: async (who) => (await connectAccount(who, 'slack', 'ada')).id,
    // With short pages, each update reads one.
    updates: 12,
    async clear(seed) {
      control.setOddities({ seed });
      for (const channel of channels) control.leave({ channel, user: 'ada' });
      channels = (['public_channel', 'private_channel', 'public_channel'] as const).map((kind) => {
        made += 1;
        control.addChannel({ name: `channel-${made}`, kind });
        return `channel-${made}`;
      });
    },
    async edit({ what, pick }) {
      const channel = choose(channels, pick)!;
      const text = `Text ${pick}.`;
      const at = choose(all(), pick);
      if (what === 'post with a file') control.post({ channel, text, files: [{ name: `${pick}.txt`, text }] });
      else if (what === 'post' || !at) control.post({ channel, text });
      else if (what === 'answer' || what === 'copy') {
        const thread = stored(at).threadTs ?? at.ts;
        control.post({ channel: at.channel, user: 'bruno', text, thread, broadcast: what === 'copy' });
      } else if (what === 'leave') {
        if (pick % 4 > 0 || channels.length === 1) return;
        control.leave({ channel, user: 'ada' });
        channels = channels.filter((one) => one !== channel);
      } else if (isDeleted(at)) return;
      else if (what === 'edit') control.edit({ ...at, text: `Edited ${pick}.` });
      else if (what === 'remove') control.remove(at);
    },
    messages: async () => channels.flatMap(messagesIn),
    fail: (fault) => control.fail({ path: '/api/', ...fault }),
    clearFaults: () => control.clearFaults(),
  };
}
