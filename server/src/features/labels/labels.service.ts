import type { Label } from '@sheaf/contract';
import { type PageOf, paged } from '../../db/paging.ts';
import { isUniqueViolation, notFound, wrongField } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { countLabels, findLabel, insertLabel, listLabels, setLabelDeleted, updateLabel } from './labels.queries.ts';

type Row = { id: string; name: string; color: string };

const present = ({ id, name, color }: Row): Label => ({ id, name, color: color as Label['color'] });

function found(row: Row | undefined): Label {
  if (!row) throw notFound('This label');
  return present(row);
}

/** Names are unique among one's labels, also for two requests at once: the index decides. */
async function uniquely<T>(write: Promise<T>): Promise<T> {
  return write.catch((error) => {
    throw isUniqueViolation(error) ? wrongField('name', 'You already have a label with this name') : error;
  });
}

export async function pageOfLabels({ db }: Services, viewer: Member, query: PageOf & { search?: string }) {
  const rows = await listLabels(db, viewer, query);
  return paged(query, rows, present, () => countLabels(db, viewer, query.search));
}

export const getLabel = async ({ db }: Services, viewer: Member, id: string) => found(await findLabel(db, viewer, id));

export const createLabel = async ({ db }: Services, viewer: Member, label: { name: string; color: string }) =>
  present(await uniquely(insertLabel(db, viewer, label)));

export const changeLabel = async (
  { db }: Services,
  viewer: Member,
  id: string,
  change: { name: string; color: string },
) => found(await uniquely(updateLabel(db, viewer, id, change)));

export const deleteLabel = async ({ db }: Services, viewer: Member, id: string) =>
  found(await setLabelDeleted(db, viewer, id, true));

export const restoreLabel = async ({ db }: Services, viewer: Member, id: string) =>
  found(await uniquely(setLabelDeleted(db, viewer, id, false)));
