import { messages } from '@sheaf/contract';
import type { z } from 'zod';

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const formats: Record<string, string> = {
  date: 'Must be a date, such as 2026-01-31',
  datetime: 'Must be a time, such as 2026-01-31T12:00:00Z',
  email: messages.email,
  uuid: 'Must be a valid id',
  url: 'Must be an address, such as https://example.com',
};

/** A message with more values would be too long to read. */
const maxValues = 20;

/** Describes a wrong field if the contract has no message for it; the library's messages are for programmers. */
export function fieldMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return messages.required;
      return `Must be ${types[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      if (issue.input === undefined) return messages.required;
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}`
        : `Must be one of: ${issue.values.slice(0, maxValues).map(String).join(', ')}`;
    case 'too_small':
      return `${beginningOf(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `${beginningOf(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'invalid_format':
      return formats[issue.format] ?? 'Isn’t valid';
    case 'unrecognized_keys':
      return 'Unknown field';
    default:
      return 'Isn’t valid';
  }
}

const units: Record<string, string> = { string: ' characters', array: ' entries' };
const unitOf = (origin: string): string => units[origin] ?? '';
const beginningOf = (origin: string): string => (origin in units ? 'Must have' : 'Must be');

/** Names a field as people would: 'data.sync.file_mode' → 'File mode'. */
export function fieldName(path: string): string {
  const last = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path;
  const words = last.replaceAll('_', ' ').trim();
  return words === 'body' ? 'The request' : words.charAt(0).toUpperCase() + words.slice(1);
}
