import { limits } from '@sheaf/contract';
import { z } from 'zod';
import { labels } from '../../labels/index.ts';
import { linkTo } from '../found-document.ts';
import { pageInput, pageNumbers, pageOf, pageOutput } from '../pages.ts';
import { tool } from '../tool.ts';

export const listLabels = tool({
  name: 'list_labels',
  title: 'List labels',
  description:
    'List the person’s own labels by name. Pass a label’s id to list_folder or search to get the documents that carry it.',
  permission: 'labels.own',
  input: z.strictObject({
    search: z.string().max(limits.searchMax).optional().describe('Only labels whose name contains this'),
    ...pageInput,
  }),
  output: z.object({
    labels: z.array(z.object({ id: z.string(), name: z.string(), color: z.string(), url: z.string() })),
    ...pageOutput,
  }),
  async run(context, { search, page }) {
    const query = { search: search?.replaceAll('\0', ''), ...pageOf({ page }) };
    const { data, pagination } = await labels.page(context.services, context.viewer, query);
    return {
      labels: data.map(({ id, name, color }) => ({ id, name, color, url: linkTo(context, `/labels/${id}`) })),
      ...pageNumbers(pagination),
    };
  },
});
