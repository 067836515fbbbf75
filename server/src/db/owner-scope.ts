import { type RawBuilder, sql } from 'kysely';

/** All of one member in an organisation; without one, all of the organisation. */
export interface OwnerScope {
  organizationId: string;
  userId?: string;
}

/** The same of a table's rows, by its alias. */
export const ownedIn = ({ organizationId, userId }: OwnerScope, alias: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.organization_id`)} = ${organizationId}
    ${userId === undefined ? sql`` : sql`and ${sql.ref(`${alias}.user_id`)} = ${userId}`}`;
