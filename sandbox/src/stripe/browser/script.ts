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

// Takes the place of js.stripe.com/v3: a script of the classic kind that defines `Stripe`. Imports nothing but types.
{
  const origin = new URL((document.currentScript as HTMLScriptElement).src).origin;

  interface CardData {
    payment_method?: string | { card: StripeElement; billing_details?: Confirmation['billing'] };
  }
  type Confirmed = { error: ShownError } | { setupIntent: Intent } | { paymentIntent: Intent };
  type Handler = (event: object) => void;

  const titles: Record<ElementType, string> = {
    card: 'Secure card payment input frame',
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
    /** What is said before the frame listens. */
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

    ask(say: 'confirm' | 'retrieve' | 'authenticate', confirmation: Confirmation): Promise<Answer> {
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
    readonly #forget: () => void;
    readonly #handlers = new Map<string, Set<Handler>>();
    #options: ElementOptions;
    #frame: Frame | null = null;
    #container: HTMLElement | null = null;
    #stopLabels = () => {};

    constructor(type: ElementType, group: string, options: ElementOptions, forget: () => void) {
      this.type = type;
      this.#group = group;
      this.#options = options;
      this.#forget = forget;
    }

    mount(where: string | HTMLElement): void {
      const container = typeof where === 'string' ? document.querySelector<HTMLElement>(where) : where;
      if (!container)
        throw new Error(`IntegrationError: The selector you specified (${String(where)}) applies to no DOM elements.`);
      this.unmount();
      this.#container = container;
      const frame = new Frame(`/stripe/elements/${this.type}?group=${this.#group}`, titles[this.type], (message) =>
        this.#receive(message),
      );
      frame.node.style.height = '1.2em';
      frame.say({ say: 'update', options: this.#plainOptions() });
      this.#frame = frame;
      container.replaceChildren(frame.node);
      container.classList.add('StripeElement', ...this.#names('base'));
      this.#mark('empty', true);
      this.#followLabels(container);
    }

    unmount(): void {
      this.#stopLabels();
      this.#frame?.remove();
      this.#frame = null;
      for (const state of ['empty', 'complete', 'focus', 'invalid'] as const) this.#mark(state, false);
      this.#container?.classList.remove('StripeElement', ...this.#names('base'));
      this.#container = null;
    }

    destroy(): void {
      this.unmount();
      this.#handlers.clear();
      this.#forget();
    }

    on(event: string, handler: Handler): this {
      const handlers = this.#handlers.get(event) ?? new Set();
      this.#handlers.set(event, handlers.add(handler));
      return this;
    }

    once(event: string, handler: Handler): this {
      const wrapped: Handler = (data) => {
        this.off(event, wrapped);
        handler(data);
      };
      return this.on(event, wrapped);
    }

    off(event: string, handler?: Handler): this {
      if (handler) this.#handlers.get(event)?.delete(handler);
      else this.#handlers.delete(event);
      return this;
    }

    update(options: ElementOptions): void {
      this.#options = { ...this.#options, ...options };
      this.#frame?.say({ say: 'update', options: this.#plainOptions() });
    }

    focus(): void {
      this.#frame?.say({ say: 'focus' });
    }

    blur(): void {
      this.#frame?.say({ say: 'blur' });
    }

    clear(): void {
      this.#frame?.say({ say: 'clear' });
    }

    confirm(confirmation: Confirmation): Promise<Answer> {
      if (!this.#frame)
        return fail(
          `We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.`,
        );
      return this.#frame.ask('confirm', confirmation);
    }

    /** What can be sent to another window. */
    #plainOptions(): ElementOptions {
      return JSON.parse(JSON.stringify(this.#options)) as ElementOptions;
    }

    #receive(message: FromFrame): void {
      if (message.say === 'ready') {
        if (this.#frame) this.#frame.node.style.height = `${message.height}px`;
        this.#emit('ready', { elementType: this.type });
      } else if (message.say === 'change') {
        const { empty, complete, error } = message.event;
        this.#mark('empty', empty);
        this.#mark('complete', complete);
        this.#mark('invalid', error !== undefined);
        this.#emit('change', message.event);
      } else if (message.say !== 'answer') {
        if (message.say !== 'escape') this.#mark('focus', message.say === 'focus');
        this.#emit(message.say, { elementType: this.type });
      }
    }

    #emit(event: string, data: object): void {
      for (const handler of this.#handlers.get(event) ?? []) handler(data);
    }

    #names(state: 'base' | 'complete' | 'empty' | 'focus' | 'invalid'): string[] {
      return (this.#options.classes?.[state] ?? '').split(' ').filter(Boolean);
    }

    #mark(state: 'complete' | 'empty' | 'focus' | 'invalid', isOn: boolean): void {
      for (const name of [`StripeElement--${state}`, ...this.#names(state)])
        this.#container?.classList.toggle(name, isOn);
    }

    /** A label of the container focuses the field, as it would focus an input. */
    #followLabels(container: HTMLElement): void {
      const follow = ({ target }: Event) => {
        const label = target instanceof Element ? target.closest('label') : null;
        if (label && container.id !== '' && label.htmlFor === container.id) this.focus();
      };
      document.addEventListener('click', follow);
      this.#stopLabels = () => document.removeEventListener('click', follow);
    }
  }

  class Elements {
    readonly #group = crypto.randomUUID();
    readonly #created = new Map<ElementType, StripeElement>();

    create(type: ElementType, options: ElementOptions = {}): StripeElement {
      if (!Object.hasOwn(titles, type)) return fail(`The sandbox has no element of the type ${type}.`);
      if (this.#created.has(type))
        return fail(`Can only create one Element of type ${type} through an Elements instance.`);
      const element = new StripeElement(type, this.#group, options, () => this.#created.delete(type));
      this.#created.set(type, element);
      return element;
    }

    getElement(type: ElementType): StripeElement | null {
      return this.#created.get(type) ?? null;
    }
  }

  /** The person answers the bank in a dialog above the page. */
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
    #controller: Frame | null = null;

    constructor(key: string) {
      if (!key.startsWith('pk_'))
        fail('You should not use your secret key with Stripe.js. Please pass a publishable key instead.');
      this.#key = key;
    }

    elements(): Elements {
      return new Elements();
    }

    confirmCardSetup(
      clientSecret: string,
      data: CardData = {},
      options: { handleActions?: boolean } = {},
    ): Promise<Confirmed> {
      return this.#confirm('setup_intents', clientSecret, data, options.handleActions ?? true);
    }

    confirmCardPayment(
      clientSecret: string,
      data: CardData = {},
      options: { handleActions?: boolean } = {},
    ): Promise<Confirmed> {
      return this.#confirm('payment_intents', clientSecret, data, options.handleActions ?? true);
    }

    retrieveSetupIntent(clientSecret: string): Promise<Confirmed> {
      return this.#retrieve('setup_intents', clientSecret);
    }

    retrievePaymentIntent(clientSecret: string): Promise<Confirmed> {
      return this.#retrieve('payment_intents', clientSecret);
    }

    async #retrieve(kind: Confirmation['kind'], clientSecret: string): Promise<Confirmed> {
      return named(await this.#frame().ask('retrieve', this.#confirmation(kind, clientSecret)));
    }

    async #confirm(
      kind: Confirmation['kind'],
      clientSecret: string,
      { payment_method }: CardData,
      handlesActions: boolean,
    ): Promise<Confirmed> {
      const confirmation = this.#confirmation(kind, clientSecret);
      const element = typeof payment_method === 'object' ? payment_method.card : null;
      if (typeof payment_method === 'string') confirmation.paymentMethod = payment_method;
      if (typeof payment_method === 'object') confirmation.billing = { ...payment_method.billing_details };
      // A payment that waits for the bank only has to be answered.
      const known =
        element || confirmation.paymentMethod !== null ? null : await this.#frame().ask('retrieve', confirmation);
      const isWaiting = known?.intent?.status === 'requires_action';
      const confirmed = isWaiting
        ? known
        : await (element ? element.confirm(confirmation) : this.#frame().ask('confirm', confirmation));
      if (confirmed.intent?.status !== 'requires_action' || !handlesActions) return named(confirmed);
      return named(await authenticate(confirmation));
    }

    #confirmation(kind: Confirmation['kind'], clientSecret: string): Confirmation {
      const prefix = kind === 'setup_intents' ? 'seti_' : 'pi_';
      if (typeof clientSecret !== 'string' || !clientSecret.startsWith(prefix) || !clientSecret.includes('_secret_')) {
        return fail(
          `Invalid value for the intent secret: value should be a client_secret of the form ${prefix}..._secret_...`,
        );
      }
      return { kind, key: this.#key, clientSecret, paymentMethod: null, billing: {} };
    }

    /** Speaks to the API where no field of a card does. */
    #frame(): Frame {
      if (this.#controller) return this.#controller;
      const frame = new Frame('/stripe/elements/controller', '', () => {});
      frame.node.setAttribute('style', 'display: none');
      frame.node.setAttribute('aria-hidden', 'true');
      document.body.append(frame.node);
      this.#controller = frame;
      return frame;
    }
  }

  /** An intent whose authentication failed is an error to who asked for it. */
  function named(answer: Answer): Confirmed {
    if (!answer.intent) return { error: answer.error };
    const { intent } = answer;
    const failed =
      intent.status === 'requires_payment_method' ? (intent.last_setup_error ?? intent.last_payment_error) : null;
    if (failed) return { error: { ...failed, [intent.object]: intent } };
    return intent.object === 'setup_intent' ? { setupIntent: intent } : { paymentIntent: intent };
  }

  Object.assign(window, { Stripe: Object.assign((key: string) => new StripeClient(key), { version: 3 }) });
}
