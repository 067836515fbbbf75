import type {
  Answer,
  Confirmation,
  ElementOptions,
  ElementType,
  FromFrame,
  Intent,
  ShownError,
  ToFrame,
} from './messages.ts';

// Replaces js.stripe.com/v3: a classic script that defines `Stripe`. Imports nothing but types.
{
  const origin = new URL((document.currentScript as HTMLScriptElement).src).origin;

  interface CardData {
    payment_method: { card: StripeElement; billing_details?: Confirmation['billing'] };
  }
  type Confirmed = { error: ShownError } | { setupIntent: Intent };
  type Handler = (event: object) => void;

  const titles: Record<ElementType, string> = {
    cardNumber: 'Secure card number input frame',
    cardExpiry: 'Secure expiration date input frame',
    cardCvc: 'Secure CVC input frame',
  };

  const fail = (message: string): never => {
    throw new Error(`IntegrationError: ${message}`);
  };

  /** A frame of this origin, and a port to it. */
  class Frame {
    readonly node = document.createElement('iframe');
    readonly #channel = new MessageChannel();
    readonly #answers = new Map<number, (answer: Answer) => void>();
    #id = 0;
    /** Messages sent before the frame listens. */
    #waiting: ToFrame[] | null = [];

    constructor(path: string, title: string, receive: (message: FromFrame) => void) {
      this.node.src = `${origin}${path}`;
      this.node.title = title;
      // A frame with a color scheme other than its page's is painted white.
      this.node.setAttribute(
        'style',
        'display: block; width: 100%; border: 0; color-scheme: light; background: transparent',
      );
      this.node.addEventListener('load', () => {
        this.node.contentWindow?.postMessage('stripe-sandbox', origin, [this.#channel.port2]);
      });
      this.#channel.port1.addEventListener('message', ({ data }: MessageEvent<FromFrame>) => {
        if (data.say === 'answer') {
          this.#answers.get(data.id)?.(data.answer);
          this.#answers.delete(data.id);
          return;
        }
        if (data.say === 'ready') {
          for (const message of this.#waiting ?? []) this.#channel.port1.postMessage(message);
          this.#waiting = null;
        }
        receive(data);
      });
      this.#channel.port1.start();
    }

    say(message: ToFrame): void {
      if (this.#waiting) this.#waiting.push(message);
      else this.#channel.port1.postMessage(message);
    }

    ask(say: 'confirm' | 'authenticate', confirmation: Confirmation): Promise<Answer> {
      const id = ++this.#id;
      return new Promise((resolve) => {
        this.#answers.set(id, resolve);
        this.say({ say, id, confirmation });
      });
    }

    remove(): void {
      this.node.remove();
      this.#channel.port1.close();
      const error = { type: 'api_error', message: 'The card form was closed.' };
      for (const answer of this.#answers.values()) answer({ error });
      this.#answers.clear();
    }
  }

  class StripeElement {
    readonly type: ElementType;
    readonly #group: string;
    readonly #handlers = new Map<string, Set<Handler>>();
    #options: ElementOptions;
    #frame: Frame | null = null;

    constructor(type: ElementType, group: string, options: ElementOptions) {
      this.type = type;
      this.#group = group;
      this.#options = options;
    }

    mount(where: string | HTMLElement): void {
      const container = typeof where === 'string' ? document.querySelector<HTMLElement>(where) : where;
      if (!container)
        throw new Error(`IntegrationError: The selector you specified (${String(where)}) applies to no DOM elements.`);
      this.unmount();
      const frame = new Frame(`/stripe/elements/${this.type}?group=${this.#group}`, titles[this.type], (message) =>
        this.#receive(message),
      );
      frame.node.style.height = '1.2em';
      frame.say({ say: 'update', options: this.#plainOptions() });
      this.#frame = frame;
      container.replaceChildren(frame.node);
    }

    unmount(): void {
      this.#frame?.remove();
      this.#frame = null;
    }

    on(event: string, handler: Handler): this {
      const handlers = this.#handlers.get(event) ?? new Set();
      this.#handlers.set(event, handlers.add(handler));
      return this;
    }

    update(options: ElementOptions): void {
      this.#options = { ...this.#options, ...options };
      this.#frame?.say({ say: 'update', options: this.#plainOptions() });
    }

    focus(): void {
      this.#frame?.say({ say: 'focus' });
    }

    confirm(confirmation: Confirmation): Promise<Answer> {
      if (!this.#frame)
        return fail(
          `We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.`,
        );
      return this.#frame.ask('confirm', confirmation);
    }

    /** Removes fields that can’t be sent to another window. */
    #plainOptions(): ElementOptions {
      return JSON.parse(JSON.stringify(this.#options)) as ElementOptions;
    }

    #receive(message: FromFrame): void {
      if (message.say === 'ready') {
        if (this.#frame) this.#frame.node.style.height = `${message.height}px`;
        this.#emit('ready', { elementType: this.type });
      } else if (message.say === 'change') this.#emit('change', message.event);
      else if (message.say !== 'answer') this.#emit(message.say, { elementType: this.type });
    }

    #emit(event: string, data: object): void {
      for (const handler of this.#handlers.get(event) ?? []) handler(data);
    }
  }

  class Elements {
    readonly #group = crypto.randomUUID();

    create(type: ElementType, options: ElementOptions = {}): StripeElement {
      if (!Object.hasOwn(titles, type)) return fail(`The sandbox has no element of the type ${type}.`);
      return new StripeElement(type, this.#group, options);
    }
  }

  /** Opens a dialog above the page, in which the person answers the bank. */
  async function authenticate(confirmation: Confirmation): Promise<Answer> {
    const before = document.activeElement;
    const frame = new Frame('/stripe/dialog', '3D Secure authentication', () => {});
    frame.node.setAttribute(
      'style',
      'position: fixed; inset: 0; width: 100%; height: 100%; border: 0; z-index: 2147483647; color-scheme: light dark; background: rgb(0 0 0 / 50%)',
    );
    document.body.append(frame.node);
    const answer = await frame.ask('authenticate', confirmation);
    frame.remove();
    if (before instanceof HTMLElement) before.focus();
    return answer;
  }

  class StripeClient {
    readonly #key: string;

    constructor(key: string) {
      if (!key.startsWith('pk_'))
        fail('You should not use your secret key with Stripe.js. Please pass a publishable key instead.');
      this.#key = key;
    }

    elements(): Elements {
      return new Elements();
    }

    async confirmCardSetup(clientSecret: string, { payment_method }: CardData): Promise<Confirmed> {
      if (!/^seti_.*_secret_/.test(clientSecret)) {
        return fail(
          'Invalid value for the intent secret: value should be a client_secret of the form seti_..._secret_...',
        );
      }
      const { card, billing_details = {} } = payment_method;
      const confirmation = { key: this.#key, clientSecret, billing: billing_details };
      const confirmed = await card.confirm(confirmation);
      return named(confirmed.intent?.status === 'requires_action' ? await authenticate(confirmation) : confirmed);
    }
  }

  /** An intent whose authentication failed is an error for its caller. */
  function named(answer: Answer): Confirmed {
    if (!answer.intent) return { error: answer.error };
    const { intent } = answer;
    const failed = intent.status === 'requires_payment_method' ? intent.last_setup_error : null;
    return failed ? { error: { ...failed, setup_intent: intent } as ShownError } : { setupIntent: intent };
  }

  Object.assign(window, { Stripe: Object.assign((key: string) => new StripeClient(key), { version: 3 }) });
}
