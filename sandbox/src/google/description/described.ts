import { type Described, description } from './description.ts';

/** What in an answer is not as Google describes it, one line each. */
export function departures(method: string, path: string, body: unknown): string[] {
  const service = `/${description.servicePath}`;
  const under = path.replace(/^\/upload/, '');
  if (!under.startsWith(service)) return [];
  const pattern = under.slice(service.length).replace(/:(\w+)/g, '{$1}');
  const found = Object.values(description.methods).find(
    (one) => one.httpMethod === method && one.path.replace(/\{\w+\}/g, '{}') === pattern.replace(/\{\w+\}/g, '{}'),
  );
  if (!found) return [`${method} ${path} is no method of Google's`];
  if (found.response === undefined) return [`${method} ${path} has no answer`];
  return [...problems(body, { $ref: found.response }, `${method} ${path}: ${found.response}`)];
}

function* problems(value: unknown, described: Described, at: string): Iterable<string> {
  if (described.$ref !== undefined) return yield* problems(value, description.schemas[described.$ref]!, at);
  const { type, format, items, properties, additionalProperties } = described;
  const is = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const wanted = type === 'integer' || type === 'number' ? 'number' : type;
  if (wanted !== 'any' && is !== wanted) return yield `${at} is ${is} instead of ${type}`;
  if (format === 'int64' && !/^-?\d+$/.test(value as string)) yield `${at} is no int64: ${String(value)}`;
  if (format === 'date-time' && Number.isNaN(Date.parse(value as string))) yield `${at} is no time: ${String(value)}`;
  if (type === 'integer' && !Number.isInteger(value)) yield `${at} is no integer`;
  if (is === 'array' && items)
    for (const [index, one] of (value as unknown[]).entries()) yield* problems(one, items, `${at}[${index}]`);
  if (is !== 'object') return;
  for (const [name, one] of Object.entries(value as object)) {
    const inner = properties?.[name] ?? additionalProperties;
    if (inner) yield* problems(one, inner, `${at}.${name}`);
    else if (type === 'object' && (properties || !additionalProperties)) yield `${at}.${name} is not described`;
  }
}

/** Google's errors have one form, which its document does not describe. */
export function errorDepartures(status: number, body: unknown): string[] {
  const { error } = (body ?? {}) as {
    error?: { code?: unknown; message?: unknown; errors?: Record<string, unknown>[] };
  };
  const [first] = error?.errors ?? [];
  const isWhole =
    error?.code === status && typeof error.message === 'string' && first?.message === error.message && first.reason;
  if (!isWhole) return [`${status} ${JSON.stringify(body)} is no error of Google's`];
  const places = [['parameter', 'header', undefined].includes(first.locationType as string | undefined)];
  places.push((first.location === undefined) === (first.locationType === undefined));
  places.push(first.domain === 'global' || first.domain === 'usageLimits');
  return places.every(Boolean) ? [] : [`${JSON.stringify(first)} is no error of Google's`];
}
