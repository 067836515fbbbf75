import { type Site, sitesOf } from './find-sites.ts';
import { type Claim, judgeTypes } from './judge-types.ts';
import type { Recordings, Shape } from './recordings.ts';

export interface Outcome {
  /** The problems and their places. */
  problems: { site: Site; problems: string[] }[];
  /** Sites whose statement no test ran, and which can’t be prepared without their inserted parts. */
  unseen: Site[];
  /** How many sites were compared. */
  compared: number;
}

export async function checkSqlTypes(root: string, folder: string, recordings: Recordings): Promise<Outcome> {
  const sites = sitesOf(root);
  const claims: Claim[] = [];
  const unseen: Site[] = [];
  for (const site of sites) {
    const { chunks } = site;
    const ran = !chunks ? [] : site.kind === 'text' ? recordings.ofText(chunks) : recordings.ofTemplate(chunks);
    const columns = chunks && site.kind === 'template' ? recordings.columnsOf(chunks) : [];
    const isPart = chunks !== null && recordings.isPart(chunks);
    const prepared = chunks && ran.length + columns.length === 0 && !isPart ? recordings.prepared(chunks) : undefined;
    const rows = prepared ? [prepared] : ran;
    if (rows.length > 0) claims.push({ site, shapes: rows.map((shape) => withoutNulls(shape, site)), isColumn: false });
    if (columns.length > 0) claims.push({ site, shapes: columns, isColumn: true });
    const isKnown = rows.length + columns.length > 0 || isPart;
    if (!isKnown && !site.isLong && !isExpression(site)) unseen.push(site);
  }
  const judged = await judgeTypes(root, folder, claims);
  const problems = [...judged].map(([site, found]) => ({ site, problems: [...new Set(found)].sort() }));
  return { problems, unseen, compared: claims.length };
}

/** A template that is not a statement itself, whose type is that of a value. */
const isExpression = ({ kind, chunks }: Site): boolean =>
  kind === 'template' && chunks !== null && /^\s*[^\s]/.test(chunks[0]!) && !STATEMENT.test(chunks[0]!);
const STATEMENT = /^\s*(select|with|insert|update|delete|merge|values)\b/i;

/** Without the nulls that a comment rules out; nulls that a test has seen stay. */
const withoutNulls = (shape: Shape, { neverNull }: Site): Shape =>
  shape.map((column) => (neverNull.includes(column.name) ? { ...column, canBeNull: column.wasNull } : column));
