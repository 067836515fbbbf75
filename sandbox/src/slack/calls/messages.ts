import { type Call, cut, isTrue, limitOf, needScope, readCursor } from '../call.ts';
import { SlackError } from '../errors.ts';
import type { Channel } from '../workspace/channel.ts';
import { describeMessage } from '../workspace/describe.ts';
import { microsOf, type StoredMessage, type Ts, tsOf } from '../workspace/types.ts';
import { scopeOf, visibleChannel } from './conversations.ts';

const LAST: Ts = '9999999999.999999';

/** Newest first, without answers in threads. */
export function history(call: Call): object {
  const channel = readable(call);
  const { oldest, latest } = boundsOf(call);
  const limit = call.world.rates.capped(call.method, limitOf(call, 100, 999));
  const next = readCursor(call, 'next_ts');
  const end = next === null ? latest : after(tsOf(Number(next)));
  const { page, next: following } = cut(
    call,
    'next_ts',
    channel.between(oldest, end < latest ? end : latest),
    limit,
    positionOf,
  );
  return {
    messages: page.map((message) => describeMessage(call.world, channel, message)),
    has_more: following !== '',
    ...(channel.isLimited && { is_limited: true }),
    pin_count: 0,
    channel_actions_ts: null,
    channel_actions_count: 0,
    response_metadata: { next_cursor: following },
  };
}

/** Oldest first; the thread’s first message leads every page, unless the workspace is odd. */
export function replies(call: Call): object {
  const channel = readable(call);
  const ts = call.args.get('ts') ?? '';
  const parent = channel.find(ts);
  if (!parent || parent.ts <= channel.keptSince) throw new SlackError('thread_not_found');
  const { oldest, latest } = boundsOf(call);
  const limit = call.world.rates.capped(call.method, limitOf(call, 1000, 1000));
  const next = readCursor(call, 'next_ts');
  const from = next === null ? oldest : before(tsOf(Number(next)));
  const all = channel
    .replies(ts)
    .filter((reply) => reply.ts > from && reply.ts < latest && reply.ts > channel.keptSince);
  if (parent.threadTs !== undefined) return answered(call, channel, [parent], '');
  const { page, next: following } = cut(call, 'next_ts', all, Math.max(1, limit - 1), positionOf);
  const isBare = page.length === 0 && following !== '';
  const isLater = call.world.oddities.withoutParents && next !== null;
  return answered(call, channel, isBare || isLater ? page : [parent, ...page], following);
}

const answered = ({ world }: Call, channel: Channel, messages: readonly StoredMessage[], next: string) => ({
  messages: messages.map((message) => describeMessage(world, channel, message)),
  has_more: next !== '',
  response_metadata: { next_cursor: next },
});

const positionOf = ({ ts }: StoredMessage) => String(microsOf(ts));

function readable(call: Call): Channel {
  const channel = visibleChannel(call);
  needScope(call, [`${scopeOf[channel.kind]}:history`]);
  return channel;
}

/** The bounds of the times, both excluded. */
function boundsOf({ args }: Call): { oldest: Ts; latest: Ts } {
  const inclusive = isTrue(args.get('inclusive'));
  const read = (name: 'oldest' | 'latest', usual: Ts, including: (ts: Ts) => Ts) => {
    const text = args.get(name) ?? '';
    if (text === '' || text === '0' || text === 'now') return usual;
    const micros = microsOf(text);
    if (micros === null) throw new SlackError(`invalid_ts_${name}`);
    return inclusive ? including(tsOf(micros)) : tsOf(micros);
  };
  return { oldest: read('oldest', '', before), latest: read('latest', LAST, after) };
}

const before = (ts: Ts) => tsOf(Math.max(0, microsOf(ts)! - 1));
const after = (ts: Ts) => tsOf(microsOf(ts)! + 1);
