import { MailError } from './errors.ts';

/** The names in $select; null for all. Unknown properties of the type are refused. */
export function selectedOf(text: string | null, known: readonly string[], type: string): readonly string[] | null {
  if (text === null) return null;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new MailError(
    'RequestBroker--ParseUri',
    `Could not find a property named '${unknown}' on type 'microsoft.graph.${type}'.`,
  );
}

/** The object with the selected properties; its id and annotations are always included. */
export function pick(resource: Record<string, unknown>, names: readonly string[] | null): Record<string, unknown> {
  if (names === null) return resource;
  return Object.fromEntries(
    Object.entries(resource).filter(([key]) => key === 'id' || key.startsWith('@odata.') || names.includes(key)),
  );
}

/** The parts of `Prefer`, such as `IdType="ImmutableId", odata.maxpagesize=50`. */
export function preferences(header: string | string[] | undefined): { isImmutable: boolean; pageSize: number | null } {
  const text = String(header ?? '');
  const size = /\bodata\.maxpagesize=(\d{1,6})\b/.exec(text)?.[1];
  return { isImmutable: /\bIdType="ImmutableId"/.test(text), pageSize: size === undefined ? null : Number(size) };
}
