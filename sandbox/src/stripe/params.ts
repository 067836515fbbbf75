import { badRequest } from './errors.ts';

type Value = string | { [key: string]: Value };

const NAME = /^[^[\]]{1,100}$/;

/** Form parameters in Stripe’s syntax: `items[0][price]=…`. */
export class Params {
  readonly #values: { [key: string]: Value };
  readonly #path: string;

  constructor(values: { [key: string]: Value } = {}, path = '') {
    this.#values = values;
    this.#path = path;
  }

  static parse(form: URLSearchParams): Params {
    const root: { [key: string]: Value } = {};
    for (const [key, value] of form) {
      const names = key.split(/\]?\[|\]$/).filter((name, at) => at === 0 || name !== '');
      if (names.length > 8 || !names.every((name) => NAME.test(name)))
        throw badRequest(`Invalid parameter: ${key}`, key);
      if (names.some((name) => name === '__proto__')) throw badRequest(`Invalid parameter: ${key}`, key);
      let at = root;
      for (const name of names.slice(0, -1)) {
        const next = (Object.hasOwn(at, name) ? at[name] : undefined) ?? {};
        if (typeof next === 'string') throw badRequest(`Invalid ${name}: must be a hash`, name);
        at[name] = next;
        at = next;
      }
      const last = names.at(-1)!;
      if (!key.endsWith('[]')) at[last] = value;
      else {
        // `expand[]=a&expand[]=b` is numbered automatically.
        const list = at[last] ?? {};
        if (typeof list === 'string') throw badRequest(`Invalid array: ${key}`, key);
        at[last] = { ...list, [Object.keys(list).length]: value };
      }
    }
    return new Params(root);
  }

  name(key: string): string {
    return this.#path === '' ? key : `${this.#path}[${key}]`;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#values, key);
  }

  keys(): string[] {
    return Object.keys(this.#values);
  }

  /** Refuses unknown parameters, because a misspelled one would silently do nothing. */
  only(...known: string[]): this {
    const unknown = this.keys().find((key) => !known.includes(key));
    if (unknown === undefined) return this;
    throw badRequest(`Received unknown parameter: ${this.name(unknown)}`, this.name(unknown), 'parameter_unknown');
  }

  text(key: string): string | undefined {
    if (!this.has(key)) return undefined;
    const value = this.#values[key];
    if (typeof value !== 'string') throw badRequest(`Invalid string: ${this.name(key)}`, this.name(key));
    if (value.length > 5000) throw badRequest('Invalid string: it is too long', this.name(key));
    return value;
  }

  need(key: string): string {
    const value = this.text(key);
    if (value === undefined || value === '') {
      throw badRequest(`Missing required param: ${this.name(key)}.`, this.name(key), 'parameter_missing');
    }
    return value;
  }

  integer(key: string, min = 0, max = Number.MAX_SAFE_INTEGER): number | undefined {
    const value = this.text(key);
    if (value === undefined || value === '') return undefined;
    const number = Number(value);
    if (/^-?\d+$/.test(value) && number >= min && number <= max) return number;
    throw badRequest(`Invalid integer: ${value}`, this.name(key), 'parameter_invalid_integer');
  }

  boolean(key: string): boolean | undefined {
    const value = this.text(key);
    if (value === undefined || value === '') return undefined;
    if (value === 'true' || value === 'false') return value === 'true';
    throw badRequest(`Invalid boolean: ${value}`, this.name(key));
  }

  oneOf<const T extends string>(key: string, choices: readonly T[]): T | undefined {
    const value = this.text(key);
    if (value === undefined || value === '') return undefined;
    if ((choices as readonly string[]).includes(value)) return value as T;
    throw badRequest(`Invalid ${this.name(key)}: must be one of ${choices.join(', ')}`, this.name(key));
  }

  /** Empty text clears the field. */
  nullable(key: string): string | null | undefined {
    const value = this.text(key);
    return value === '' ? null : value;
  }

  object(key: string): Params | undefined {
    const value = this.has(key) ? this.#values[key] : undefined;
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') throw badRequest(`Invalid hash: ${this.name(key)}`, this.name(key));
    return new Params(value, this.name(key));
  }

  objects(key: string): Params[] {
    const list = this.object(key);
    return list === undefined ? [] : list.keys().map((at) => list.object(at) ?? new Params({}, list.name(at)));
  }

  texts(key: string): string[] {
    const list = this.object(key);
    return list === undefined ? [] : list.keys().map((at) => list.need(at));
  }

  metadata(): Record<string, string> {
    const given = this.object('metadata');
    return Object.fromEntries(given?.keys().map((key) => [key, given.need(key)]) ?? []);
  }
}
