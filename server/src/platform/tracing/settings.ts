/** The samplers of OpenTelemetry; the first is its default. */
export const tracingSamplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

export interface TracingSettings {
  /** The collector's address, without the path for traces. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Further attributes of this process, such as deployment.environment. */
  resource: Readonly<Record<string, string>>;
  sampler: (typeof tracingSamplers)[number];
  /** The part of new traces that a ratio sampler keeps. */
  ratio: number;
}
