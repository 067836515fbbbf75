import { limits } from '@sheaf/contract';
import { z } from 'zod';
import { collections } from '../../collections/index.ts';
import { linkTo } from '../found-document.ts';
import { pageInput, pageNumbers, pageOf, pageOutput } from '../pages.ts';
import { tool } from '../tool.ts';

export const listCollections = tool({
  name: 'list_collections',
  title: 'List collections',
  description:
    'List the person’s own collections by name, with the number of documents in each. Pass a collection’s id to list_folder or search to get its documents.',
  permission: 'collections.own',
  input: z.strictObject({
    search: z.string().max(limits.searchMax).optional().describe('Only collections whose name contains this'),
    ...pageInput,
  }),
  output: z.object({
    collections: z.array(z.object({ id: z.string(), name: z.string(), documents: z.number(), url: z.string() })),
    ...pageOutput,
  }),
  async run(context, { search, page }) {
    const query = { search: search?.replaceAll('\0', ''), ...pageOf({ page }) };
    const { data, pagination } = await collections.page(context.services, context.viewer, query);
    return {
      collections: data.map(({ id, name, count }) => ({
        id,
        name,
        documents: count,
        url: linkTo(context, `/collections/${id}`),
      })),
      ...pageNumbers(pagination),
    };
  },
});
