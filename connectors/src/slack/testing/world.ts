import { MessageMirror } from '../../kit/conformance/threads/mirror.ts';
import type { AccountContext } from '../../kit/connector.ts';
import type { RemoteId, Session } from '../../kit/session.ts';
import { testAccount } from '../../kit/testing/test-account.ts';
import { scopes } from '../auth.ts';
import { slack } from '../index.ts';

/** The sandbox’s features that all these tests use. */
interface Sandbox {
  urls: Record<string, string>;
  state: {
    now(): number;
    channel(name: string): { id: string; find(ts: string): { subtype?: string; threadTs?: string } | undefined };
  };
  control: {
    authorize(ask: { person: 'ada'; scopes: string[] }): { accessToken: string };
    list(of: { channel: string }): { ts: string; text: string; replies: { ts: string; text: string }[] }[];
  };
  stop(): Promise<void>;
}

export interface SlackWorld<Started extends Sandbox> {
  sandbox: Started;
  control: Started['control'];
  /** Ada’s account, by the sandbox’s clock. */
  account: AccountContext;
  open(): Session;
  /** Brings a copy of a channel up to date; each time in another session. */
  follow(channel: string, mirror?: MessageMirror, maxBatches?: number): Promise<MessageMirror>;
  stop(): Promise<void>;
}

/** Ada's account in a sandbox. */
export function slackWorld<Started extends Sandbox>(sandbox: Started, granted = scopes): SlackWorld<Started> {
  const { control, state, urls } = sandbox;
  const { accessToken } = control.authorize({ person: 'ada', scopes: granted });
  const context = testAccount({ urls, token: () => accessToken });
  const account = { ...context, now: () => new Date(state.now()) };
  const open = () => slack.open(account);
  return {
    sandbox,
    control,
    account,
    open,
    async follow(channel, mirror = new MessageMirror(), maxBatches) {
      await mirror.follow(open().threads!, state.channel(channel).id as RemoteId, maxBatches);
      return mirror;
    },
    async stop() {
      await context.close();
      await sandbox.stop();
    },
  };
}

/** Every message of a channel, by the connector’s ids, with its text. */
export function truthOf({ sandbox: { control, state } }: { sandbox: Sandbox }, name: string): Map<string, string> {
  const { id } = state.channel(name);
  const truth = new Map<string, string>();
  for (const { ts, text, replies } of control.list({ channel: name })) {
    const { subtype, threadTs } = state.channel(name).find(ts)!;
    // An answer that is also shown in the channel belongs to its thread.
    if (subtype !== 'tombstone' && threadTs === undefined) truth.set(`${id}/${ts}`, text);
    for (const reply of replies) truth.set(`${id}/${ts}/${reply.ts}`, reply.text);
  }
  return truth;
}

/** The messages of a copy, in the same format. */
export function copyOf(mirror: MessageMirror): Map<string, string> {
  const texts = [...mirror.messages.values()].map(({ id, body }) => [id, body.value.replace(/<[^>]*>/g, '')] as const);
  return new Map(texts.map(([id, text]) => [id as string, text]));
}
