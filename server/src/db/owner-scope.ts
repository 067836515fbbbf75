import { type RawBuilder, sql } from 'kysely';

/** What one member owns in an organization or, without a member, everything in it. */
export interface OwnerScope {
  organizationId: string;
  userId?: string;
}

/** SQL: whether a row of a table, given by its alias, is in the scope. */
export const ownedIn = ({ organizationId, userId }: OwnerScope, alias: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.organization_id`)} = ${organizationId}
    ${userId === undefined ? sql`` : sql`and ${sql.ref(`${alias}.user_id`)} = ${userId}`}`;
