import { type RawBuilder, sql } from 'kysely';
import { containing } from '../../../platform/text/like-pattern.ts';

/**
 * How names are looked for: by the index of names, which all organisations share, or in the viewer's own list, name by
 * name. Both find the same.
 */
export type NameRoute = 'index' | 'list';

/** Three letters in a row are what the index knows. For less it would be read from end to end. */
export const shortestIndexed = 3;

/** Signs that search_key turns into those that mean something in a pattern: they have to be escaped like these. */
const plainSigns: Record<string, string> = { '％': '%', '﹪': '%', '＿': '_', '＼': '\\', '﹨': '\\', '∖': '\\' };

/** Of a row of document_access, by its alias: its name has this text in it, whatever the case and the accents. */
export function hasInName(text: string, route: NameRoute, row = 'a'): RawBuilder<boolean> {
  const name = sql`search_key(${sql.ref(`${row}.name_key`)})`;
  if (route === 'list' || text.length < shortestIndexed)
    return sql`strpos(${name}, search_key(${text.toLowerCase()})) > 0`;
  const plain = text.replace(/[％﹪＿＼﹨∖]/gu, (sign) => plainSigns[sign]!);
  return sql`${name} like search_key(${containing(plain)})`;
}
