import { Readable } from 'node:stream';
import type { AccountContext } from '../connector.ts';
import type { HttpRequest, HttpResponse } from '../http/http.ts';

/** An account whose provider answers some requests as the test defines; undefined leaves the answer to the provider. */
export function answeredBy(
  account: AccountContext,
  answer: (url: URL, request: HttpRequest) => object | undefined,
): AccountContext {
  return {
    ...account,
    http: {
      async send(request) {
        const given = answer(new URL(request.url), request);
        return given === undefined ? account.http.send(request) : response(request.url, JSON.stringify(given));
      },
    },
  };
}

const response = (url: string, text: string): HttpResponse => ({
  status: 200,
  url,
  headers: {},
  body: Readable.from([Buffer.from(text)]),
  text: async () => text,
  json: async <T>() => JSON.parse(text) as T,
  discard: async () => {},
});
