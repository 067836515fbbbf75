import { Readable } from 'node:stream';
import type { AccountContext } from '../connector.ts';
import { ConnectorError } from '../errors.ts';
import type { HttpClient, HttpRequest, HttpResponse } from '../http/http.ts';
import { emptied } from './empty-page.ts';

/** A fault in an answer. */
export interface Fault {
  name: string;
  /** A later request that contains the mark gets the real answer to this one. */
  answer(request: HttpRequest, real: () => Promise<HttpResponse>, mark: string): Promise<HttpResponse>;
}

const refused = (status: number): Fault => ({
  name: `a ${status}`,
  answer: async ({ url }) => response(url, status, ''),
});

export const notFound = refused(404);

export const faults: readonly Fault[] = [
  refused(403),
  notFound,
  refused(500),
  {
    name: 'an answer that was cut',
    async answer({ url }, real) {
      const { status, headers, ...whole } = await real();
      const text = await whole.text();
      return { ...response(url, status, text.slice(0, text.length / 2)), headers };
    },
  },
  { name: 'a page to sign in', answer: async ({ url }) => response(url, 200, '<!doctype html><p>Sign in</p>') },
  {
    name: 'an empty page with a link to the next',
    async answer({ url }, real, mark) {
      const { status, headers, ...whole } = await real();
      const text = await whole.text();
      return { ...response(url, status, emptied(text, url, mark) ?? text), headers };
    },
  },
  { name: 'an empty object', answer: async ({ url }) => response(url, 200, '{}') },
];

/** The kind of a call, without its parameters. */
const callOf = ({ method = 'GET', url }: HttpRequest) => `${method} ${new URL(url).pathname}`;

const isIn = ({ url, body }: HttpRequest, mark: string) =>
  url.includes(mark) || (typeof body === 'string' && body.includes(mark));

/**
 * The account without retries, in which calls of one kind have a fault; without a fault, it records the kinds of calls
 * that are made.
 */
export function faultyAccount(account: AccountContext, broken: { call: string; fault: Fault } | null) {
  const made = new Set<string>();
  const marks: { mark: string; request: HttpRequest }[] = [];
  const send: HttpClient['send'] = (request) => {
    const call = callOf(request);
    made.add(call);
    const original = marks.find(({ mark }) => isIn(request, mark))?.request;
    const real = () => account.http.send(original ?? request);
    if (broken?.call !== call || original) return real();
    const mark = `page-${marks.length}-`;
    marks.push({ mark, request });
    return broken.fault.answer(request, real, mark);
  };
  return { ...account, http: { send }, call: <T>(work: () => Promise<T>) => work(), made };
}

function response(url: string, status: number, text: string): HttpResponse {
  return {
    status,
    url,
    headers: {},
    body: Readable.from([Buffer.from(text)]),
    text: async () => text,
    async json<T>() {
      try {
        return JSON.parse(text) as T;
      } catch (cause) {
        throw new ConnectorError('unavailable', 'Not JSON', { cause });
      }
    },
    discard: async () => {},
  };
}
