import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanKind = 'request' | 'job' | 'call';
/** Never what a person typed, an id, an address with a path, or anything secret. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Something that takes time and is part of a trace. Whoever starts one ends it. */
export interface Span {
  set(attributes: Attributes): void;
  /** It went wrong; `reason` is the kind of error, not its message, which may quote anything. */
  fail(reason: string): void;
  end(): void;
  /** Spans that start and jobs that are queued in the course of the work become parts of this one. */
  run<T>(work: () => T): T;
}

export interface Tracing {
  readonly isOn: boolean;
  /** Part of what is being done, or of `parent`, a `traceparent` as W3C defines it. */
  start(kind: SpanKind, name: string, attributes: Attributes, parent?: string): Span;
  /** Sends what has not been sent, as far as the collector takes it. */
  stop(): Promise<void>;
}

const active = new AsyncLocalStorage<string>();

/** What is being done now, as a `traceparent`; undefined outside of every span, and where nothing is traced. */
export const currentTrace = (): string | undefined => active.getStore();

export const runWithin = <T>(traceparent: string, work: () => T): T => active.run(traceparent, work);

const noSpan: Span = { set() {}, fail() {}, end() {}, run: (work) => work() };

export const noTracing: Tracing = { isOn: false, start: () => noSpan, stop: async () => {} };
