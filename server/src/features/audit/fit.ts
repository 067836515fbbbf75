import type { AuditDetails } from '@sheaf/contract';

const maxName = 300;
const maxListedName = 120;
const maxListed = 50;
const maxDetails = 12;

/** Shortens a name and puts it on one line without cutting a character in half. */
export function fitName(name: string, max = maxName): string {
  const line = name.replace(/\p{Cc}/gu, ' ');
  return line.length <= max ? line.toWellFormed() : `${line.slice(0, max - 1).toWellFormed()}…`;
}

/** Splits names into lists that fit one event each; longer lists need several events. */
export const inLists = (names: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / maxListed) }, (_, at) =>
    names.slice(at * maxListed, (at + 1) * maxListed),
  );

/** Limits the size of any details: an event that the table rejects would roll back what it records. */
export const fitDetails = (details: AuditDetails): AuditDetails =>
  Object.fromEntries(
    Object.entries(details)
      .slice(0, maxDetails)
      .map(([key, value]) => [key, fitValue(value)]),
  );

function fitValue(value: AuditDetails[string]): AuditDetails[string] {
  if (typeof value === 'string') return fitName(value);
  return Array.isArray(value) ? value.slice(0, maxListed).map((name) => fitName(name, maxListedName)) : value;
}
