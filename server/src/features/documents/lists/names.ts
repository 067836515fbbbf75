import { type RawBuilder, sql } from 'kysely';
import { containing } from '../../../platform/text/like-pattern.ts';

/**
 * How names are searched: by the index of names, which all organizations share, or in the viewer's own list, name by
 * name. Both find the same.
 */
export type NameRoute = 'index' | 'list';

/** The index contains groups of three letters. For a shorter text, all of it would be read. */
export const shortestIndexed = 3;

/** Characters that search_key turns into special ones of a pattern, so that they have to be escaped like these. */
const plainSigns: Record<string, string> = { '％': '%', '﹪': '%', '＿': '_', '＼': '\\', '﹨': '\\', '∖': '\\' };

/**
 * SQL condition on a row of document_access, given by its alias: its name contains this text, ignoring case and
 * accents.
 */
export function hasInName(text: string, route: NameRoute, row = 'a'): RawBuilder<boolean> {
  const name = sql`search_key(${sql.ref(`${row}.name_key`)})`;
  if (route === 'list' || text.length < shortestIndexed)
    return sql`strpos(${name}, search_key(${text.toLowerCase()})) > 0`;
  const plain = text.replace(/[％﹪＿＼﹨∖]/gu, (sign) => plainSigns[sign]!);
  return sql`${name} like search_key(${containing(plain)})`;
}
