import { type SlackSandbox, startSlack } from '@sheaf/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MessageMirror } from '../kit/conformance/threads/mirror.ts';
import type { HttpResponse } from '../kit/http/http.ts';
import type { RemoteId } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { auth, scopes } from './auth.ts';
import { slack } from './index.ts';
import { copyOf, type SlackWorld, slackWorld, truthOf } from './testing/world.ts';

type World = SlackWorld<SlackSandbox>;

describe('when Slack fails', () => {
  let world: World;
  let channels = 0;
  beforeAll(async () => {
    world = slackWorld(await startSlack({ samples: false }));
  });
  afterEach(() => world.control.clearFaults());
  afterAll(() => world.stop());

  const history = '/api/conversations.history';
  const fail = (path: string, action: Parameters<World['control']['fail']>[0]['action'], more = {}) =>
    world.control.fail({ path, action, ...more });
  const refuse = (path: string, reason: string, times = 1) =>
    fail(path, { kind: 'status', status: 200, reason }, { times });
  /** Sets up a channel with messages and a thread. */
  const filled = () => {
    const name = `faulty-${channels++}`;
    world.control.addChannel({ name });
    const thread = world.control.post({ channel: name, text: 'one' });
    world.control.post({ channel: name, text: 'two', thread });
    return { name, thread };
  };

  it.each([
    ['429 and how long to wait', { kind: 'status', status: 429, retryAfter: 1 }],
    ['500', { kind: 'status', status: 500 }],
    ['an error of its own', { kind: 'status', status: 200, reason: 'internal_error' }],
    ['garbage', { kind: 'garbage' }],
    ['half an answer', { kind: 'cut', afterBytes: 20 }],
  ] as const)('goes on after %s', async (_, action) => {
    const { name } = filled();
    fail(history, action);
    const begun = Date.now();
    const mirror = await world.follow(name);
    expect(copyOf(mirror)).toEqual(truthOf(world, name));
    if ('retryAfter' in action) expect(Date.now() - begun).toBeGreaterThanOrEqual(990);
  });

  it.each([
    ['channel_not_found', 'not_found'],
    ['not_in_channel', 'forbidden'],
    ['invented_tomorrow', 'forbidden'],
    ['token_revoked', 'auth_revoked'],
    ['account_inactive', 'auth_revoked'],
    ['missing_scope', 'auth_revoked'],
  ])('takes %s for %s', async (reason, code) => {
    const { name } = filled();
    refuse(history, reason);
    await expect(world.follow(name)).rejects.toMatchObject({ code });
  });

  it('continues by times after Slack has dropped its position', async () => {
    const short = slackWorld(await startSlack({ samples: false, pageSize: 2 }));
    short.control.addChannel({ name: 'long' });
    for (let at = 0; at < 9; at++) short.control.post({ channel: 'long', text: `${at}` });
    short.control.fail({ path: history, nth: 2, action: { kind: 'expire-cursor' } });
    expect(copyOf(await short.follow('long'))).toEqual(truthOf(short, 'long'));
    await short.stop();
  });

  it('is interrupted in the middle of a page, and reads it again', async () => {
    const { name } = filled();
    const mirror = new MessageMirror();
    fail('/api/conversations.replies', { kind: 'status', status: 200, reason: 'invented_tomorrow' });
    await expect(world.follow(name, mirror)).rejects.toMatchObject({ code: 'forbidden' });
    await world.follow(name, mirror);
    expect(copyOf(mirror)).toEqual(truthOf(world, name));
  });

  it('continues if a thread was deleted meanwhile', async () => {
    const { name } = filled();
    refuse('/api/conversations.replies', 'thread_not_found');
    const mirror = await world.follow(name);
    expect(mirror.messages.size).toBe(1);
  });

  it('reads messages without names of groups and strangers if it may not see them', async () => {
    const { name } = filled();
    world.control.post({ channel: name, mrkdwn: '<!subteam^S0UNKNOWN> ask <@U0STRANGER>' });
    refuse('/api/usergroups.list', 'missing_scope');
    const mirror = await world.follow(name);
    expect([...copyOf(mirror).values()]).toContain('@group ask @Unknown user');
  });

  it('downloads only files: neither the sign-in page nor a deleted file', async () => {
    const { name } = filled();
    world.control.post({ channel: name, files: [{ name: 'Page.html', mimeType: 'text/html', text: '<p>mine</p>' }] });
    const mirror = await world.follow(name);
    const message = [...mirror.messages.values()].find(({ attachments }) => attachments.length > 0)!;
    const attached = message.attachments[0]!;
    const download = () => world.open().threads!.attachment(message.id, attached.id);
    expect(Buffer.concat(await (await download()).body.toArray()).toString()).toBe('<p>mine</p>');
    fail('/files-pri/', { kind: 'status', status: 404 });
    await expect(download()).rejects.toMatchObject({ code: 'not_found' });
    const other = slack.open({ ...world.account, token: once(await world.account.token(), 'xoxp-wrong') });
    await expect(other.threads!.attachment(message.id, attached.id)).rejects.toMatchObject({ code: 'auth_revoked' });
    world.control.removeFile({ name: 'Page.html' });
    await expect(download()).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each(['https://evil.example/F1', 'http://files.slack.com/F1', 'https://slack.com.evil.example/F1', 'nonsense'])(
    'sends the token to no other host: %s',
    async (url) => {
      const asked: string[] = [];
      const body = JSON.stringify({ ok: true, file: { id: 'F1', url_private_download: url } });
      const http = {
        async send(request: { url: string }) {
          asked.push(request.url);
          return { status: 200, headers: {}, text: async () => body } as HttpResponse;
        },
      };
      const { threads } = slack.open({ ...world.account, http });
      const download = threads!.attachment('C1/1700000000.000000' as RemoteId, 'F1');
      await expect(download).rejects.toMatchObject({ code: 'forbidden' });
      expect(asked).toEqual([`${world.sandbox.urls.api}/files.info`]);
    },
  );

  it('refreshes an expired token once, and fails if a fresh one is refused', async () => {
    const rotating = slackWorld(await startSlack({ rotation: true }));
    const { clientId, clientSecret, settings, urls, control } = rotating.sandbox;
    const issued = control.authorize({ person: 'ada', scopes });
    let refreshToken = issued.refreshToken!;
    let refreshed = 0;
    const context = testAccount({
      urls,
      token: () => issued.accessToken,
      async refresh() {
        refreshed++;
        const fresh = await auth.refresh({ clientId, clientSecret, settings, urls, http: context.http }, refreshToken);
        refreshToken = fresh.refreshToken!;
        return fresh.accessToken;
      },
    });
    const session = slack.open(context);
    await session.identity();
    control.expireTokens({ person: 'ada' });
    await Promise.all(Array.from({ length: 5 }, () => session.threads!.channels(null)));
    expect(refreshed).toBe(1);
    control.fail({ path: '/api/conversations.list', action: { kind: 'expire-token' }, times: 2 });
    await expect(session.threads!.channels(null)).rejects.toMatchObject({ code: 'auth_revoked' });
    control.revoke({ person: 'ada' });
    const mirror = new MessageMirror().follow(session.threads!, 'C0GENERAL' as RemoteId);
    await expect(mirror).rejects.toMatchObject({ code: 'auth_revoked' });
    await context.close();
    await rotating.stop();
  });
});

/** Uses the first, then the second. */
function once(first: string, second: string): () => Promise<string> {
  let calls = 0;
  return async () => (calls++ === 0 ? first : second);
}
