import type { AccountContext } from '../kit/connector.ts';
import { sendAuthorized } from '../kit/http/authorized.ts';
import type { HttpRequest, HttpResponse } from '../kit/http/http.ts';
import { BoxRefusal, notReady, refusal } from './refusals.ts';

interface Ask extends Omit<HttpRequest, 'url'> {
  query?: Record<string, string | undefined>;
  json?: unknown;
  /** Statuses besides 2xx that are not errors. */
  accept?: readonly number[];
  /** True if the body is a stream or the call must not be repeated for another reason. */
  once?: boolean;
}

/** The only module that sends requests to Box. Every call goes through the account's pacer. */
export interface Gateway {
  /** Sends JSON to the host that manages items. */
  api<T>(path: string, ask?: Ask): Promise<T>;
  /** Sends JSON to the host that receives contents. */
  upload<T>(path: string, ask?: Ask): Promise<T>;
  /** Returns the response itself. */
  open(path: string, ask?: Ask): Promise<HttpResponse>;
  text(path: string, ask?: Ask): Promise<string>;
  /** For calls whose answer has no content that matters. */
  command(host: 'api' | 'upload', path: string, ask: Ask): Promise<void>;
}

export function createGateway(account: AccountContext): Gateway {
  /** An error while reading the answer counts as a failure of the call, and is retried with it. */
  function ask<T>(
    host: string,
    path: string,
    { query = {}, json, headers = {}, accept = [], once = false, ...rest }: Ask,
    read: (response: HttpResponse) => T | Promise<T>,
  ): Promise<T> {
    const url = new URL(`${account.urls[host]}/2.0/${path}`);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    const request: HttpRequest = {
      ...rest,
      url: url.href,
      headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    };
    let tries = 0;
    const work = async () => {
      tries++;
      const response = await sendAuthorized(account, 'Box', request);
      if (response.status === 202) throw await notReady(response);
      if (response.status < 300 || accept.includes(response.status)) return read(response);
      const refused = await refusal(response);
      refused.isRepeat = tries > 1;
      throw refused;
    };
    return account.call(work, { once, ...(rest.signal && { signal: rest.signal }) });
  }

  return {
    api: <T>(path: string, options: Ask = {}) => ask('api', path, options, (response) => response.json<T>()),
    upload: <T>(path: string, options: Ask = {}) => ask('upload', path, options, (response) => response.json<T>()),
    open: (path, options = {}) => ask('api', path, options, (response) => response),
    text: (path, options = {}) => ask('api', path, options, (response) => response.text()),
    command: (host, path, options) => ask(host, path, options, (response) => response.discard()),
  };
}

/** The item that already has the requested name, if a call failed for that reason. */
export const conflictOf = (error: unknown) =>
  error instanceof BoxRefusal && error.reason === 'item_name_in_use' ? error.conflict : null;
