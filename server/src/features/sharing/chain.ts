import { sql } from 'kysely';

/** For `with`: each document (`root`) and the folders above it, nearest first, as `up`. */
export const chain = (documentIds: readonly string[]) => sql`recursive up as (
    select id as root, id, parent_id, name, 0 as depth from documents where id = any(${[...documentIds]}::uuid[])
    union all
    select up.root, d.id, d.parent_id, d.name, up.depth + 1
    from up join documents d on d.id = up.parent_id where up.depth < 500)`;
