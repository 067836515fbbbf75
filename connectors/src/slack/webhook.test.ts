import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { OAuthApp, WebhookMessage } from '../kit/app.ts';
import { webhook } from './webhook.ts';

const now = new Date('2026-11-15T12:00:00Z');
const app = (signingSecret = 'secret') => ({ settings: { signingSecret } }) as unknown as OAuthApp;

function message(
  value: unknown,
  { secret = 'secret', age = 0, method = 'POST' }: { secret?: string; age?: number; method?: 'GET' | 'POST' } = {},
): WebhookMessage {
  const body = Buffer.from(JSON.stringify(value));
  const time = String(now.getTime() / 1000 - age);
  const mac = createHmac('sha256', secret).update(`v0:${time}:${body.toString()}`).digest('hex');
  const headers = { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${mac}` };
  return { method, headers, query: new URLSearchParams(), body, now };
}

describe('an event of Slack', () => {
  const event = { type: 'event_callback', team_id: 'T1', event: { type: 'message' } };

  it('answers the challenge', () => {
    const asked = message({ type: 'url_verification', challenge: 'abc' });
    expect(webhook(asked, app())).toEqual({ kind: 'challenge', text: 'abc' });
  });

  it('concerns all accounts of the workspace, and of others that share the channel', () => {
    expect(webhook(message(event), app())).toEqual({ kind: 'accounts', remoteUserIds: [], startingWith: ['T1:'] });
    const shared = { ...event, authorizations: [{ team_id: 'T2' }, { team_id: 'T1' }, { team_id: null }] };
    expect(webhook(message(shared), app())).toMatchObject({ startingWith: ['T1:', 'T2:'] });
    // The organization’s id concerns an account of the whole organization.
    const authorizations = [{ enterprise_id: 'E1', team_id: null, is_enterprise_install: true }];
    expect(webhook(message({ ...event, authorizations }), app())).toMatchObject({ startingWith: ['T1:', 'E1:'] });
    const dropped = { type: 'app_rate_limited', team_id: 'T1' };
    expect(webhook(message(dropped), app())).toMatchObject({ startingWith: ['T1:'] });
  });

  it.each([
    ['with another secret', message(event, { secret: 'other' }), app()],
    ['older than five minutes', message(event, { age: 301 }), app()],
    ['from the future', message(event, { age: -301 }), app()],
    ['without a signature', { ...message(event), headers: {} }, app()],
    ['where no secret is set', message(event, { secret: '' }), app('')],
    ['that was changed', { ...message(event), body: Buffer.from('{}') }, app()],
  ])('is refused %s', (_, asked, registered) => {
    expect(webhook(asked, registered)).toEqual({ kind: 'refused' });
  });

  it.each([
    [[]],
    [{ type: 'event_callback' }],
    // An empty prefix would match every id.
    [{ type: 'event_callback', team_id: '' }],
    [{ type: 'url_verification', challenge: 'x'.repeat(600) }],
    [{ type: 'invented' }],
  ])('is malformed: %j', (value) => {
    expect(webhook(message(value), app())).toEqual({ kind: 'malformed' });
  });

  it('must be sent by POST', () => {
    expect(webhook(message(event, { method: 'GET' }), app())).toEqual({ kind: 'malformed' });
  });
});
