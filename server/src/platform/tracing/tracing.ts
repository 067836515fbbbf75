import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanKind = 'request' | 'job' | 'call';
/** Never what a person typed, an id, an address with a path, or anything secret. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Something that takes time and is part of a trace. Whoever starts a span must end it. */
export interface Span {
  set(attributes: Attributes): void;
  /** Marks it as failed; `reason` is the kind of error, not its message, which may quote anything. */
  fail(reason: string): void;
  end(): void;
  /** Spans and jobs that are started during the work become parts of this one. */
  run<T>(work: () => T): T;
}

export interface Tracing {
  readonly isOn: boolean;
  /** Starts a span as part of the current one, or of `parent`, a `traceparent` as W3C defines it. */
  start(kind: SpanKind, name: string, attributes: Attributes, parent?: string): Span;
  /** Sends what has not been sent, as far as the collector accepts it. */
  stop(): Promise<void>;
}

const active = new AsyncLocalStorage<string>();

/** The current span as a `traceparent`; undefined outside of every span, and if nothing is traced. */
export const currentTrace = (): string | undefined => active.getStore();

export const runWithin = <T>(traceparent: string, work: () => T): T => active.run(traceparent, work);

const noSpan: Span = { set() {}, fail() {}, end() {}, run: (work) => work() };

export const noTracing: Tracing = { isOn: false, start: () => noSpan, stop: async () => {} };
