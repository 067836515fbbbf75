import type { AccountContext } from '../connector.ts';
import { sendAuthorized } from '../http/authorized.ts';
import type { HttpRequest, HttpResponse } from '../http/http.ts';
import { refusal } from './refusals.ts';

export interface Ask {
  method?: string;
  /** A list is sent as the same parameter several times. */
  query?: Record<string, string | readonly string[] | undefined>;
  json?: unknown;
  headers?: Record<string, string>;
  /** Statuses besides 2xx that are not errors. */
  accept?: readonly number[];
  /** Prevents a repetition even if waiting might help. */
  once?: boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Calls an API of Google for one account: with a token, which is renewed once, and with refusals as ConnectorErrors.
 */
export function googleCaller(account: AccountContext, name: string) {
  return {
    /**
     * An error while reading the answer counts as a failure of the call, and is retried with it. `admit` is called
     * before each attempt and may refuse it.
     */
    ask<T>(
      url: string,
      options: Ask,
      read: (response: HttpResponse) => T | Promise<T>,
      admit?: () => void,
    ): Promise<T> {
      const { method = 'GET', query = {}, json, headers = {}, accept = [], once = false, signal } = options;
      const address = new URL(url);
      for (const [key, value] of Object.entries(query))
        for (const one of value === undefined ? [] : [value].flat()) address.searchParams.append(key, one);
      const request: HttpRequest = {
        method,
        url: address.href,
        headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        ...(signal && { signal }),
      };
      const work = async () => {
        admit?.();
        const response = await sendAuthorized(account, name, request);
        if (response.status < 300 || accept.includes(response.status)) return read(response);
        throw await refusal(response, name);
      };
      return account.call(work, { ...(once && { once }), ...(signal && { signal }) });
    },
  };
}
