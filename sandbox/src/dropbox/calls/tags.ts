import type { files } from 'dropbox';
import type { Call } from '../call.ts';
import { badInput, endpointError } from '../errors.ts';
import { pathArgument } from '../files/paths.ts';
import type { Node } from '../files/tree.ts';

export const tagFields = { path: 'string', tag_text: 'string' } as const;
export const getTagsFields = { paths: 'list' } as const;

const MOST_TAGS = 20;
const MOST_PATHS = 1000;

/** Answers nothing, also where the item has the tag already. */
export function addTag(call: Call<files.AddTagArg>): null {
  const tag = tagText(call);
  const node = item(call, call.arg.path);
  const { tags = [] } = node;
  if (tags.includes(tag)) return null;
  if (tags.length >= MOST_TAGS) throw endpointError('too_many_tags');
  node.tags = [...tags, tag];
  return null;
}

export function removeTag(call: Call<files.RemoveTagArg>): null {
  const tag = tagText(call);
  const node = item(call, call.arg.path);
  if (!node.tags?.includes(tag)) throw endpointError('tag_not_present');
  node.tags = node.tags.filter((one) => one !== tag);
  return null;
}

export function getTags(call: Call<files.GetTagsArg>): files.GetTagsResult {
  const { paths } = call.arg;
  if (paths.length > MOST_PATHS) throw badInput(call.route, `request body: paths: more than ${MOST_PATHS} items`);
  const paths_to_tags = paths.map((path) => {
    const { tags = [] } = item(call, path);
    return { path, tags: tags.map((tag_text) => ({ '.tag': 'user_generated_tag' as const, tag_text })) };
  });
  return { paths_to_tags };
}

const item = ({ view, route }: Call<unknown>, path: unknown): Node =>
  view.look(pathArgument(path, 'plain', route), 'path');

function tagText({ arg: { tag_text }, route }: Call<{ tag_text: string }>): string {
  if (/^[\p{L}\p{N}_]{1,32}$/u.test(tag_text)) return tag_text.toLowerCase();
  throw badInput(route, `request body: tag_text: '${tag_text}' did not match pattern '[\\w]+'`);
}
