import { type SlackSandbox, startSlack } from '@sheaf/sandbox';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MessageMirror } from '../../kit/conformance/threads/mirror.ts';
import { copyOf, type SlackWorld, slackWorld, truthOf } from '../testing/world.ts';

type World = SlackWorld<SlackSandbox>;

const HOUR = 3_600_000;

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('post' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('reply' as const), to: fc.nat(), broadcast: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('edit' as const, 'remove' as const), to: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sync' as const), batches: fc.integer({ min: 1, max: 9 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Lets people write, answer, edit and delete while a copy is kept, with runs that are cut off after some batches. */
async function live(world: World, name: string, steps: readonly Step[]): Promise<MessageMirror> {
  const { control } = world;
  const channel = control.addChannel({ name });
  const mirror = new MessageMirror();
  let number = 0;
  for (const one of steps) {
    number++;
    const listed = control.list({ channel });
    const all = [...listed, ...listed.flatMap(({ replies }) => replies)];
    const pick = <T>(from: readonly T[], at: number) => from[at % from.length];
    if (one.kind === 'wait') control.advance({ ms: one.hours * HOUR });
    else if (one.kind === 'sync') await sync(world, channel, mirror, one.batches);
    else if (one.kind === 'post' || listed.length === 0) control.post({ channel, text: `message ${number}` });
    else if (one.kind === 'reply') {
      const thread = pick(
        listed.filter(({ ts }) => isParent(world, channel, ts)),
        one.to,
      )?.ts;
      if (thread) control.post({ channel, text: `answer ${number}`, thread, broadcast: one.broadcast });
    } else {
      const { ts } = pick(all, one.to)!;
      if (world.sandbox.state.channel(channel).find(ts)!.subtype === 'tombstone') continue;
      if (one.kind === 'edit') control.edit({ channel, ts, text: `edited ${number}` });
      else control.remove({ channel, ts });
    }
  }
  return mirror;
}

/** Brings the copy up to date. Messages that still exist stay in it. */
async function sync(world: World, channel: string, mirror: MessageMirror, batches?: number): Promise<void> {
  const truth = truthOf(world, channel);
  const had = [...copyOf(mirror).keys()].filter((id) => truth.has(id));
  await world.follow(channel, mirror, batches);
  const copy = copyOf(mirror);
  expect(had.filter((id) => !copy.has(id))).toEqual([]);
}

const isParent = ({ sandbox }: World, channel: string, ts: string) =>
  sandbox.state.channel(channel).find(ts)!.threadTs === undefined;

describe('a copy that is kept up to date', () => {
  let world: World;
  let short: World;
  let runs = 0;
  beforeAll(async () => {
    world = slackWorld(await startSlack({ samples: false }));
    short = slackWorld(await startSlack({ samples: false, pageSize: 4 }));
  });
  afterAll(async () => {
    await world.stop();
    await short.stop();
  });

  it('equals the channel', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const name = `full-${runs++}`;
      const mirror = await live(world, name, steps);
      await sync(world, name, mirror);
      expect(copyOf(mirror)).toEqual(truthOf(world, name));
      expect(mirror.cursor!.length).toBeLessThan(16 * 1024);
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it('loses nothing if Slack returns little, and finds answers and edits in time', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const name = `short-${runs++}`;
      const mirror = await live(short, name, steps);
      const truth = () => truthOf(short, name);
      // Two rounds through a channel of up to 40 messages, in pages of four.
      for (let rounds = 0; rounds < 24; rounds++) await sync(short, name, mirror);
      const copy = copyOf(mirror);
      const missing = [...truth()].filter(([id, text]) => copy.get(id) !== text && !id.split('/')[2]);
      expect(missing).toEqual([]);
      const lost = [...truth().keys()].filter((id) => !copy.has(id));
      expect(lost).toEqual([]);
    });
    await fc.assert(property, { numRuns: 8 });
  });
});
