/** As OpenTelemetry names them; the first is its default. */
export const tracingSamplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

export interface TracingSettings {
  /** The collector's, without the path for traces. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** What else is said of this process, such as deployment.environment. */
  resource: Readonly<Record<string, string>>;
  sampler: (typeof tracingSamplers)[number];
  /** Of the traces that begin here, this part is kept by a ratio sampler. */
  ratio: number;
}
