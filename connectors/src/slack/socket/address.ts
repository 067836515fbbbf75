import type { OAuthApp } from '../../kit/app.ts';
import { ConnectorError } from '../../kit/errors.ts';
import { answerOf } from '../failures.ts';
import { textOf } from '../wire.ts';

/** The address of the app’s next connection. It works once and is secret: never log it. */
export async function newAddress({ http, settings, urls }: OAuthApp, signal: AbortSignal): Promise<string> {
  const response = await http.send({
    method: 'POST',
    url: `${urls.api}/apps.connections.open`,
    headers: { authorization: `Bearer ${settings.appToken}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
    signal,
  });
  const url = textOf((await answerOf<{ url?: string }>('apps.connections.open', response)).url);
  // Only a Slack on this machine, in tests, is contacted without encryption.
  const expected = urls.api!.startsWith('https:') ? 'wss:' : 'ws:';
  if (URL.canParse(url) && new URL(url).protocol === expected) return url;
  throw new ConnectorError('unavailable', 'Slack names no address for a Socket Mode connection');
}
