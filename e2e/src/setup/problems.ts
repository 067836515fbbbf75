import type { BrowserContext } from '@playwright/test';

/**
 * What a page should never do: log errors, throw, get an error from the server, or send requests to another origin. A
 * test that provokes one of these says so; anything else fails it.
 */
export class Problems {
  readonly #seen: string[] = [];
  readonly #expected: (string | RegExp)[] = [];

  /** `origin` is that of the server under test. */
  watch(context: BrowserContext, origin: string): void {
    context.on('console', (message) => {
      // Failed requests are reported below, with their address.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      this.#seen.push(`console: ${message.text()}`);
    });
    context.on('weberror', (error) => this.#seen.push(`thrown: ${error.error().message}`));
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (/^https?:$/.test(url.protocol) && url.origin !== origin) this.#seen.push(`foreign: ${url.href}`);
    });
    context.on('response', (response) => {
      if (response.status() < 400) return;
      const { pathname } = new URL(response.url());
      this.#seen.push(`${response.status()} ${response.request().method()} ${pathname}`);
    });
  }

  /** Such as '401 POST /api/auth/login'. */
  expect(...problems: (string | RegExp)[]): void {
    this.#expected.push(...problems);
  }

  unexpected(): string[] {
    const isExpected = (problem: string) =>
      this.#expected.some((known) => (typeof known === 'string' ? known === problem : known.test(problem)));
    return this.#seen.filter((problem) => !isExpected(problem));
  }
}
