import { type SearchOperator, searchDay, searchTypes } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Member } from '../../../http/viewer.ts';
import { containing } from '../../../platform/text/like-pattern.ts';
import { principals } from '../../access/index.ts';
import { foldersBelow, hasInName, isOfType, type NameRoute } from '../../documents/index.ts';
import { sourceHolds, sourceName, sourceSlugs } from '../../sources/index.ts';
import type { OperatorTerm } from './search-terms.ts';

type Condition = RawBuilder<unknown>;

/** How many folders with the same name in: searches below. */
const maxFolders = 50;
/** How many folders above one a path may name. */
const maxAbove = 8;

/** SQL: the conditions of operators for a row `a` of document_access. An unknown name matches nothing. */
export const operatorConditions = (viewer: Member, terms: readonly OperatorTerm[], names: NameRoute): Condition[] =>
  terms.map(({ operator, value, excluded }) => {
    const condition = conditions[operator](viewer, value, names);
    return excluded ? sql`not coalesce((${condition}), false)` : condition;
  });

const key = (column: Condition): Condition => sql`search_key(lower(${column}))`;
const same = (column: Condition, value: string): Condition => sql`${key(column)} = search_key(lower(${value}))`;
const contains = (column: Condition, value: string): Condition =>
  sql`${key(column)} like search_key(${containing(value)})`;

const conditions: Record<SearchOperator, (viewer: Member, value: string, names: NameRoute) => Condition> = {
  type: (_, value) => isOfType(searchTypes[value.toLowerCase()]!),
  source: (viewer, value) => inAccounts(viewer, accounts.source(viewer, value)),
  account: (viewer, value) => inAccounts(viewer, accounts.account(viewer, value)),
  label: (viewer, value) => tagged('label', viewer, value),
  collection: (viewer, value) => tagged('collection', viewer, value),
  in: (viewer, value, names) =>
    sql`a.parent_id in (${foldersBelow(sql`select f.document_id from document_access f
    where f.organization_id = ${viewer.membership.organizationId} and f.principal_id = any(${principals(viewer)}) and f.format = 'folder'
      and (f.document_id::text = ${value} or (${hasInName(value, names, 'f')} and ${same(sql`f.name_key`, value)}) or ${hasPath(viewer, value, names)})
    order by f.modified_at desc limit ${sql.lit(maxFolders)}`)})`,
  owner: (viewer, value) => {
    if (value.toLowerCase() === 'me') return sql`a.own`;
    if (value.toLowerCase() === 'shared') return sql`not a.own`;
    return inAccounts(viewer, accounts.owner(viewer, value));
  },
  from: (viewer, value) => sql`(${sentBy(viewer, value)} or ${filesOf(viewer, value)})`,
  before: (_, value) => sql`a.modified_at < ${startOf(value)}::timestamptz`,
  after: (_, value) => sql`a.modified_at >= ${startOf(value)}::timestamptz`,
};

/** SQL: whether a folder `f` and the folders above it, as far as the viewer sees them, have the names of the path. */
function hasPath(viewer: Member, path: string, names: NameRoute): Condition {
  const parts = path.split('/').filter((part) => part.trim() !== '');
  const [name, ...above] = parts.toReversed().map((part) => part.trim());
  if (!name || above.length === 0 || above.length > maxAbove) return sql`false`;
  const lies = (row: string, rest: readonly string[]): Condition => {
    const [first, ...further] = rest;
    if (first === undefined) return sql`true`;
    const parent = `${row}p`;
    return sql`exists (select 1 from document_access ${sql.ref(parent)} where ${sql.ref(`${parent}.document_id`)} = ${sql.ref(`${row}.parent_id`)}
      and ${sql.ref(`${parent}.principal_id`)} = any(${principals(viewer)}) and ${same(sql.ref(`${parent}.name_key`), first)}
      and ${lies(parent, further)})`;
  };
  return sql`(${hasInName(name, names, 'f')} and ${same(sql`f.name_key`, name)} and ${lies('f', above)})`;
}

/** SQL: the conditions of some operators for an account `c`. */
const accounts = {
  source: (_: Member, value: string): Condition => sql`c.source = any(${slugsNamed(value)}::text[])`,
  // The name given to an account is known only to its owner.
  account: ({ id }: Member, value: string): Condition => sql`(c.id::text = ${value} or ${contains(sql`c.name`, value)}
    or (c.user_id = ${id} and ${contains(sql`coalesce(c.display_name, '')`, value)}))`,
  owner: (_: Member, value: string): Condition => sql`exists (select 1 from users u where u.id = c.user_id
    and (u.id::text = ${value} or ${contains(sql`u.name`, value)} or lower(u.email) = lower(${value})))`,
};

/** A person's name and address as in a message; same as in the index messages_author. */
const authorKey = sql`search_key(lower(coalesce(m.author ->> 'name', '') || ' ' || coalesce(m.author ->> 'address', '')))`;

/** Threads with a message from this person, and their attachments. */
function sentBy({ id, membership }: Member, value: string): Condition {
  const isTheirs =
    value.toLowerCase() === 'me'
      ? sql`${authorKey} like (select '% ' || search_key(lower(u.email)) from users u where u.id = ${id})`
      : sql`${authorKey} like search_key(${containing(value)})`;
  return sql`a.document_id in (select d.id from messages m
    join source_accounts c on c.id = m.account_id and c.organization_id = ${membership.organizationId}
    cross join lateral (
      select id from documents where account_id = m.account_id and remote_id = 'thread:' || m.thread_remote_id
      union all select id from documents where account_id = m.account_id
        and thread_remote_id = 'thread:' || m.thread_remote_id and owner_name = m.author ->> 'name') d
    where ${isTheirs} and m.gone_at is null)`;
}

/** Files of this person. Documents in a mailbox aren't from its owner. */
function filesOf(viewer: Member, value: string): Condition {
  const ofFiles = sql`c.source = any(${sourceSlugs().filter((slug) => sourceHolds(slug) === 'files')}::text[])`;
  const isTheirs = value.toLowerCase() === 'me' ? sql`c.user_id = ${viewer.id}` : accounts.owner(viewer, value);
  return inAccounts(viewer, sql`${ofFiles} and ${isTheirs}`);
}

const inAccounts = ({ membership }: Member, condition: Condition): Condition => sql`a.account_id = any(array(
  select c.id from source_accounts c where c.organization_id = ${membership.organizationId} and ${condition}))`;

/** SQL: narrows the accounts `c` to speed up the search; `operatorConditions` decide. */
export const accountConditions = (viewer: Member, terms: readonly OperatorTerm[]): Condition[] =>
  terms.flatMap(({ operator, value, excluded }) =>
    !excluded && (operator === 'source' || operator === 'account') ? accounts[operator](viewer, value) : [],
  );

const startOf = (value: string): string => `${searchDay(value, new Date())!}T00:00:00Z`;

/** Treats 'Google Drive', 'google-drive' and 'drive' as the same; 'files' is My files. */
function slugsNamed(value: string): string[] {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const wanted = plain(value);
  const slugs = sourceSlugs();
  const exact = slugs.filter((slug) => plain(slug) === wanted || plain(sourceName(slug)) === wanted);
  return exact.length > 0 ? exact : slugs.filter((slug) => plain(`${slug} ${sourceName(slug)}`).includes(wanted));
}

function tagged(kind: 'label' | 'collection', { id, membership }: Member, value: string): Condition {
  const [links, things, link] = [sql.table(`${kind}_documents`), sql.table(`${kind}s`), sql.ref(`${kind}_id`)];
  return sql`a.document_id in (select t.document_id from ${links} t where t.${link} = any(array(select id from ${things}
    where organization_id = ${membership.organizationId} and user_id = ${id} and deleted_at is null
      and (id::text = ${value} or ${same(sql`name`, value)}))))`;
}
