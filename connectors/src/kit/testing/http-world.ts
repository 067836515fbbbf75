import { afterEach } from 'vitest';
import { createHttpClient, type HttpClientOptions } from '../http/client.ts';
import { type Answer, startHttpServer } from './http-server.ts';

/** Servers and clients for the tests of one file; closed after each test. */
export function httpWorld() {
  const opened: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0).toReversed()) await one.close();
  });
  return {
    newClient(options: Partial<HttpClientOptions> = {}) {
      const client = createHttpClient({ userAgent: 'Test/1', ...options });
      opened.push(client);
      return client;
    },
    async serve(answer: Answer, scheme?: 'http' | 'https') {
      const server = await startHttpServer(answer, scheme);
      opened.push(server);
      return server;
    },
  };
}
