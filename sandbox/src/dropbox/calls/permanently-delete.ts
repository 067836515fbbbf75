import type { files } from 'dropbox';
import type { Call } from '../call.ts';
import { badInput, endpointError } from '../errors.ts';
import { isTeamMember } from '../files/accounts.ts';
import { lower, pathArgument } from '../files/paths.ts';
import { pathOf } from '../files/tree.ts';
import { deleteItem } from './arrange.ts';

/** Deletes what is at the path, or was until it was deleted, so that nobody can restore it. For teams alone. */
export function permanentlyDelete(call: Call<files.DeleteArg>): null {
  const { arg, route, view, account } = call;
  if (!isTeamMember(account)) throw badInput(route, 'This API function is only available to members of a team.');
  const path = pathArgument(arg.path, 'writeOrId', route);
  const node = view.find(path, 'path_lookup');
  const deleted = node ? undefined : view.deleted(path);
  if (!node && deleted === undefined) throw endpointError('path_lookup/not_found');
  const at = node ? pathOf(node) : `${pathOf(view.base)}${deleted}`;
  if (node) deleteItem(call);
  view.tree.purge(lower(at));
  return null;
}
