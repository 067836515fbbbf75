import { createHmac, randomBytes } from 'node:crypto';
import type { World } from './world.ts';

/** Notifies an address of the app that something changed in an account, without saying what. */
export class Webhook {
  readonly #world: World;
  readonly #changed = new Set<string>();
  #url: string | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** The address has to echo a challenge, as plain text that no browser shows as a page. */
  async register(url: string): Promise<void> {
    const challenge = randomBytes(16).toString('hex');
    const asked = new URL(url);
    asked.searchParams.set('challenge', challenge);
    const response = await fetch(asked);
    const isPlain = response.headers.get('content-type')?.startsWith('text/plain');
    const isSafe = response.headers.get('x-content-type-options') === 'nosniff';
    if (!response.ok || (await response.text()) !== challenge || !isPlain || !isSafe) {
      throw new Error(`${url} did not answer the challenge.`);
    }
    const isFirst = this.#url === null;
    this.#url = url;
    if (isFirst) for (const account of this.#world.accounts) this.#follow(account.accountId);
  }

  stop(): void {
    this.#url = null;
    clearTimeout(this.#timer);
  }

  #follow(accountId: string): void {
    this.#world.account(accountId).tree.watch(() => {
      if (this.#url === null) return;
      this.#changed.add(accountId);
      this.#timer ??= setTimeout(() => void this.#notify(), 20).unref();
      this.#follow(accountId);
    });
  }

  async #notify(): Promise<void> {
    const accounts = [...this.#changed];
    this.#changed.clear();
    this.#timer = undefined;
    if (this.#url === null) return;
    const users = accounts.map((id) => Number(this.#world.account(id).uid));
    const body = JSON.stringify({ list_folder: { accounts }, delta: { users } });
    const signature = createHmac('sha256', this.#world.options.clientSecret).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-dropbox-signature': signature };
    await fetch(this.#url, { method: 'POST', headers, body }).catch(() => undefined);
  }
}
