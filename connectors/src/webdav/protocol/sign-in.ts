import { Readable } from 'node:stream';
import { ConnectorError } from '../../kit/errors.ts';
import type { HttpClient, HttpRequest, HttpResponse } from '../../kit/http/http.ts';
import { basic, type WebdavFields } from '../auth.ts';
import { type DigestChallenge, digestAnswer, digestChallengeOf } from './digest.ts';

type Asked = HttpRequest & { method: string };

/** Sends requests with the account’s password: in plain (Basic), or as a proof if the server requires that (Digest). */
export interface SignIn {
  send(request: Asked): Promise<HttpResponse>;
}

/** Nonces may expire while several requests are in progress, so one stale answer may follow another. */
const maxTries = 5;

export function createSignIn(http: HttpClient, fields: () => Promise<WebdavFields>): SignIn {
  let challenge: DigestChallenge | null = null;
  let count = 0;
  let isKnown = false;

  async function authorized(request: Asked): Promise<HttpRequest> {
    const typed = await fields();
    const { pathname, search } = new URL(request.url);
    const asked = { method: request.method, uri: pathname + search, ...typed };
    const authorization = challenge ? digestAnswer(challenge, { ...asked, count: ++count }) : basic(typed);
    return { ...request, headers: { authorization, ...request.headers } };
  }

  /** The challenge of a server that refuses the request; another server gets no proof of this password. */
  function demandOf(response: HttpResponse, { url }: Asked): DigestChallenge | null {
    const isOurs = response.status === 401 && new URL(response.url).origin === new URL(url).origin;
    return isOurs ? digestChallengeOf(response.headers['www-authenticate']) : null;
  }

  function accept(demand: DigestChallenge | null): void {
    if (demand === null || demand.nonce === challenge?.nonce) return;
    challenge = demand;
    count = 0;
  }

  /**
   * Without encryption, anyone on the network could read a password that is sent before the server asks for a proof.
   */
  async function lookFirst(request: Asked): Promise<void> {
    isKnown = true;
    const response = await http.send(request);
    await response.discard();
    accept(demandOf(response, request));
  }

  /** A body that can be sent only once must not meet an expired nonce. */
  async function renew(url: string): Promise<void> {
    const request = { method: 'OPTIONS', url };
    const response = await http.send(await authorized(request));
    await response.discard();
    accept(demandOf(response, request));
  }

  return {
    async send(asked) {
      let request = asked;
      if (!isKnown && request.method === 'PROPFIND' && request.url.startsWith('http:')) await lookFirst(request);
      const isOnce = request.body instanceof Readable;
      if (isOnce && challenge) await renew(request.url);
      for (let tries = 1; ; tries++) {
        const used = challenge?.nonce;
        const response = await http.send(await authorized(request));
        isKnown = true;
        const demand = demandOf(response, request);
        // A refused proof with a nonce as new as this one means a wrong password.
        const isWrong = tries > 1 && used !== undefined && !demand?.isStale && used === challenge?.nonce;
        if (demand === null || isWrong || tries === maxTries) return response;
        await response.discard();
        accept(demand);
        if (isOnce) throw new ConnectorError('unavailable', 'The server asks for another sign-in');
        request = { ...request, url: response.url };
      }
    },
  };
}
