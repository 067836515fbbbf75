import type { AuditDetails } from '@sheaf/contract';

const maxName = 300;
const maxListedName = 120;
const maxListed = 50;
const maxDetails = 12;

/** Short, on one line, and no character cut in half. */
export function fitName(name: string, max = maxName): string {
  const line = name.replace(/\p{Cc}/gu, ' ');
  return line.length <= max ? line.toWellFormed() : `${line.slice(0, max - 1).toWellFormed()}…`;
}

/** As many names as an event holds: whoever has more to say records several events. */
export const inLists = (names: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / maxListed) }, (_, at) =>
    names.slice(at * maxListed, (at + 1) * maxListed),
  );

/** Small whatever it is given: what the table refuses would undo what was to be recorded. */
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
