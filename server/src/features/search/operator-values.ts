import { documentTypes, type SearchOperator, searchTypes } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Member } from '../../http/viewer.ts';
import { containing } from '../../platform/text/like-pattern.ts';
import type { Services } from '../../services.ts';
import { isNotHidden, principals } from '../access/index.ts';
import { hasInName, nameRouteOf } from '../documents/index.ts';
import { sourceName } from '../sources/index.ts';

interface Value {
  value: string;
  hint: string | null;
}

const maxValues = 10;
/** For each account, the number of recent messages whose authors are suggested. */
const maxRecent = 300;

const plain = (value: string): Value => ({ value, hint: null });

/** Completions for an operator's value, from what the viewer has or sees. */
export async function operatorValues(
  services: Services,
  viewer: Member,
  operator: SearchOperator,
  typed: string,
): Promise<Value[]> {
  const { db } = services;
  const { id, membership } = viewer;
  const { organizationId } = membership;
  const select = async (rows: RawBuilder<Value>): Promise<Value[]> => (await rows.execute(db)).rows;
  const like = sql`like search_key(${containing(typed)})`;
  const limit = sql`limit ${sql.lit(maxValues)}`;
  const seenAccounts = sql`(select c.*, u.name as owner_name from source_accounts c join users u on u.id = c.user_id
    where c.organization_id = ${organizationId} and c.removed_at is null and (c.user_id = ${id} or c.id in (
      select account_id from document_shares where organization_id = ${organizationId} and principal_id = any(${principals(viewer)})
      and state in ('live', 'filling'))))`;
  switch (operator) {
    case 'type': {
      const known = [...documentTypes, ...Object.keys(searchTypes)].filter((name) =>
        name.startsWith(typed.toLowerCase()),
      );
      return [...new Set(known)].slice(0, 2 * maxValues).map(plain);
    }
    case 'source': {
      const values = await select(sql`select distinct source as value, null as hint from ${seenAccounts} c`);
      return values
        .map(({ value }) => ({ value, hint: sourceName(value) }))
        .filter(({ value, hint }) => `${value} ${hint}`.toLowerCase().includes(typed.toLowerCase()));
    }
    case 'account':
      return select(sql`select distinct c.name as value, c.owner_name as hint from ${seenAccounts} c
        where search_key(lower(c.name)) ${like} order by value ${limit}`);
    case 'label':
    case 'collection':
      return select(sql`select name as value, null as hint from ${sql.table(`${operator}s`)}
        where organization_id = ${organizationId} and user_id = ${id} and deleted_at is null and search_key(lower(name)) ${like}
        order by lower(name) ${limit}`);
    case 'in':
      return select(sql`select distinct d.name as value, null as hint from (select f.document_id from document_access f
          where f.organization_id = ${organizationId} and f.principal_id = any(${principals(viewer)}) and f.type = 'folder' and ${hasInName(typed, await nameRouteOf(services, viewer), 'f')}
          ${isNotHidden(viewer, 'f')}
          limit 200) f join documents d on d.id = f.document_id order by value ${limit}`);
    case 'owner': {
      const people = await select(sql`select distinct owner_name as value, null as hint from ${seenAccounts} c
        where user_id <> ${id} and search_key(lower(owner_name)) ${like} order by value ${limit}`);
      return [plain('me'), plain('shared')].filter(({ value }) => value.startsWith(typed.toLowerCase())).concat(people);
    }
    case 'from': {
      // Only authors in one's own accounts: who wrote to others is theirs to know.
      const name = sql`m.author ->> 'name'`;
      const people = await select(sql`select value, null as hint from (
        select owner_name as value from ${seenAccounts} c where user_id <> ${id}
        union select m.name from source_accounts c cross join lateral (select ${name} as name from messages m
          where m.account_id = c.id and m.gone_at is null order by m.sent_at desc limit ${sql.lit(maxRecent)}) m
        where c.organization_id = ${organizationId} and c.user_id = ${id} and c.removed_at is null) p
        where search_key(lower(value)) ${like} order by lower(value), value ${limit}`);
      return [plain('me')].filter(({ value }) => value.startsWith(typed.toLowerCase())).concat(people);
    }
    default: {
      const today = new Date().toISOString();
      const values = [
        'today',
        'yesterday',
        today.slice(0, 7),
        today.slice(0, 4),
        String(Number(today.slice(0, 4)) - 1),
      ];
      return values.filter((value) => value.startsWith(typed.toLowerCase())).map(plain);
    }
  }
}
