import { describe, expect, it } from 'vitest';
import type { OAuthApp } from '../kit/app.ts';
import { webhook } from './webhook.ts';

const http = { send: () => Promise.reject(new Error('no network')) };
const app: OAuthApp = { clientId: 'id', clientSecret: 's', settings: { pubsubToken: 'secret' }, urls: {}, http };
const envelope = (data: unknown) =>
  Buffer.from(JSON.stringify({ message: { data: Buffer.from(JSON.stringify(data)).toString('base64') } }));
const post = (body: Buffer, token = 'secret', to = app) =>
  webhook({ method: 'POST', headers: {}, query: new URLSearchParams({ token }), body, now: new Date() }, to);

describe('a message of Pub/Sub', () => {
  const news = envelope({ emailAddress: 'Ada@example.com', historyId: 12 });

  it('names the mailbox that changed', () => {
    expect(post(news)).toEqual({ kind: 'accounts', remoteUserIds: ['ada@example.com'] });
  });

  it('is refused without the token, even if none is set', () => {
    expect(post(news, 'guessed')).toEqual({ kind: 'refused' });
    expect(post(news, '')).toEqual({ kind: 'refused' });
    expect(post(news, '', { ...app, settings: { pubsubToken: '' } })).toEqual({ kind: 'refused' });
    expect(post(news, '', { ...app, settings: {} })).toEqual({ kind: 'refused' });
  });

  it.each([Buffer.from('nonsense'), Buffer.from('{}'), envelope({}), envelope('text')])('is malformed: %s', (body) => {
    expect(post(body)).toEqual({ kind: 'malformed' });
  });
});
