import { plainDirection } from '@sheaf/contract';

/** Fields that people read. Ids are not among them: some sources have paths as ids, which are sent back unchanged. */
const shown = new Set(
  'name display_name document_name title path new_path detail people label message reason problem email handed_over_from'.split(
    ' ',
  ),
);

/**
 * Parses an answer so that no name in it can look like another by means of marks that reverse the order of its letters.
 */
export const readAnswer = (text: string): unknown =>
  plainDirection(text, '') === text ? JSON.parse(text) : JSON.parse(text, showPlainly);

function showPlainly(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, shown.has(field) ? plain(one) : one]));
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return plainDirection(value);
  return Array.isArray(value) ? value.map(plain) : value;
}
