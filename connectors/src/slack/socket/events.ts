import type { AppEvents, Concerned, OAuthApp } from '../../kit/app.ts';
import { concernedByEvent } from '../webhook.ts';
import { Connection } from './connection.ts';

/** Socket Mode: the same events as the webhook’s. Slack sends unacknowledged ones again. */
export const events: AppEvents = {
  isSetUp: ({ settings }) => (settings.appToken ?? '') !== '',
  receive: (app, signal) => receive(app, signal),
};

export async function* receive(app: OAuthApp, signal: AbortSignal, silentMs?: number): AsyncGenerator<Concerned> {
  const connection = new Connection(app, signal, silentMs);
  try {
    await connection.open();
    while (!signal.aborted) {
      const arrived = await connection.next();
      const concerned = arrived.flatMap(({ type, payload }) =>
        type === 'events_api' ? (concernedByEvent(payload)?.startingWith ?? []) : [],
      );
      // Messages come in bursts, so all that have arrived are reported at once.
      if (concerned.length > 0) yield { kind: 'accounts', remoteUserIds: [], startingWith: [...new Set(concerned)] };
      for (const { acknowledge } of arrived) acknowledge();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    connection.close();
  }
}
