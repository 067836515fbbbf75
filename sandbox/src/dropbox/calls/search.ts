import type { files } from 'dropbox';
import { type Call, checkFields } from '../call.ts';
import { badInput, endpointError } from '../errors.ts';
import { metadata } from '../files/metadata.ts';
import { lower, pathArgument } from '../files/paths.ts';
import { below, type Node } from '../files/tree.ts';

export const searchFields = {
  query: 'string',
  options: 'object?',
  match_field_options: 'object?',
  include_highlights: 'boolean?',
} as const;
const optionFields = {
  path: 'string?',
  max_results: 'integer=',
  order_by: 'union?',
  file_status: 'union=',
  filename_only: 'boolean=',
  file_extensions: 'list?',
  file_categories: 'list?',
  account_id: 'string?',
} as const;

interface Search {
  ids: string[];
  size: number;
}

/** By names only, each word of the query somewhere in it. */
export function search(call: Call<files.SearchV2Arg>): files.SearchV2Result {
  const { arg, route, view } = call;
  const options = arg.options ?? {};
  checkFields(options, optionFields, route, 'options');
  const { path = '', max_results = 100, file_extensions } = options;
  if (max_results < 1 || max_results > 1000)
    throw badInput(route, `request body: options: max_results: ${max_results} is not between 1 and 1000`);
  const within = path === '' ? view.base : view.look(pathArgument(path, 'list', route), 'path');
  const words = lower(arg.query).split(/\s+/).filter(Boolean);
  const isMatch = (node: Node) =>
    node !== within &&
    words.every((word) => lower(node.name).includes(word)) &&
    (file_extensions?.some((extension) => lower(node.name).endsWith(`.${lower(extension)}`)) ?? true);
  const ids = [...below(within)].filter(isMatch).map(({ id }) => id);
  return page(call, { ids, size: max_results });
}

export function searchContinue(call: Call<files.SearchV2ContinueArg>): files.SearchV2Result {
  const left = call.world.searches.get(call.arg.cursor);
  if (!left) throw endpointError('other');
  return page(call, left);
}

function page({ view, world }: Call<unknown>, { ids, size }: Search): files.SearchV2Result {
  const nodes = ids.slice(0, size).flatMap((id) => view.tree.byId(id) ?? []);
  const matches = nodes.map(
    (node): files.SearchMatchV2 => ({
      metadata: { '.tag': 'metadata', metadata: metadata(view, node) },
      match_type: { '.tag': 'filename' },
    }),
  );
  const rest = ids.slice(size);
  if (rest.length === 0) return { matches, has_more: false };
  const cursor = `search-${world.serial++}`;
  world.searches.set(cursor, { ids: rest, size });
  return { matches, has_more: true, cursor };
}
