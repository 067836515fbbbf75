import { ErrorCode, WebClient } from '@slack/web-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SlackSandbox, startSlack } from '../index.ts';

/** Uses Slack’s own client, to prove that the sandbox speaks its protocol. */
describe("Slack's own SDK", () => {
  let sandbox: SlackSandbox;
  let client: WebClient;
  const clientOf = (token?: string) =>
    new WebClient(token, { slackApiUrl: `${sandbox.urls.api}/`, retryConfig: { retries: 0 } });
  beforeAll(async () => {
    sandbox = await startSlack();
    client = clientOf(sandbox.control.authorize({ person: 'ada' }).accessToken);
  });
  afterAll(() => sandbox.stop());

  it('exchanges a code for a person’s token', async () => {
    const { clientId, clientSecret, urls } = sandbox;
    const redirect_uri = 'http://localhost:3000/back';
    const ask = new URLSearchParams({
      client_id: clientId,
      user_scope: 'users:read,team:read',
      redirect_uri,
      state: 's',
    });
    const body = new URLSearchParams({ person: 'bruno', decision: 'allow' });
    const back = await fetch(`${urls.authorize}?${ask}`, { method: 'POST', body, redirect: 'manual' });
    const code = new URL(back.headers.get('location')!).searchParams.get('code')!;
    const exchange = { client_id: clientId, client_secret: clientSecret, code, redirect_uri };
    const { authed_user, team } = await clientOf().oauth.v2.access(exchange);
    expect(team?.name).toBe('Lindqvist Studio');
    const bruno = clientOf(authed_user!.access_token);
    expect((await bruno.auth.test()).user).toBe('bruno');
    await bruno.auth.revoke();
    await expect(bruno.auth.test()).rejects.toMatchObject({ data: { error: 'token_revoked' } });
  });

  it('reads people, groups, channels, messages and threads, page by page', async () => {
    const members: (string | undefined)[] = [];
    for await (const page of client.paginate('users.list', { limit: 2 }))
      members.push(...(page as unknown as { members: { name?: string }[] }).members.map(({ name }) => name));
    expect(members).toEqual(expect.arrayContaining(['ada', 'bruno', 'chen', 'elif', 'slackbot']));
    expect((await client.usergroups.list()).usergroups).toMatchObject([{ handle: 'site-team' }]);
    const { channels } = await client.conversations.list({ types: 'public_channel,private_channel,im,mpim' });
    const harbour = channels!.find(({ name }) => name === 'harbour')!;
    let count = 0;
    let parent: string | undefined;
    for await (const page of client.paginate('conversations.history', { channel: harbour.id!, limit: 5 })) {
      const { messages } = page as unknown as { messages: { ts: string; reply_count?: number }[] };
      count += messages.length;
      parent ??= messages.find(({ reply_count }) => reply_count)?.ts;
    }
    expect(count).toBeGreaterThan(15);
    const { messages } = await client.conversations.replies({ channel: harbour.id!, ts: parent! });
    expect(messages!.length).toBeGreaterThan(1);
  });

  it('gets a person’s read position, and the address of a connection for events', async () => {
    const { id } = sandbox.state.channel('general');
    const ts = sandbox.control.post({ channel: 'general', user: 'bruno', text: 'news' });
    const lastRead = async () => (await client.conversations.info({ channel: id })).channel?.last_read;
    expect((await lastRead())! < ts).toBe(true);
    sandbox.control.markRead({ channel: 'general', ts });
    expect(await lastRead()).toBe(ts);
    const { url } = await clientOf(sandbox.settings.appToken).apps.connections.open();
    expect(url).toMatch(/^ws:.*\/link\/\?ticket=\w+&app_id=A/);
    await expect(client.apps.connections.open()).rejects.toMatchObject({ data: { error: 'not_allowed_token_type' } });
  });

  it('gets errors and limits', async () => {
    const missing = client.conversations.history({ channel: 'C0NOTTHERE' });
    await expect(missing).rejects.toMatchObject({
      code: ErrorCode.PlatformError,
      data: { error: 'channel_not_found' },
    });
    sandbox.control.fail({ path: '/api/auth.test', action: { kind: 'status', status: 429, retryAfter: 7 } });
    const impatient = new WebClient(client.token, {
      slackApiUrl: `${sandbox.urls.api}/`,
      rejectRateLimitedCalls: true,
    });
    await expect(impatient.auth.test()).rejects.toMatchObject({ code: ErrorCode.RateLimitedError, retryAfter: 7 });
  });
});
