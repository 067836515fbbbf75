import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { oneDocument, pageOfDocuments, sourcesOf } from '../../documents/index.ts';
import { foundDocument, presentFound } from '../found-document.ts';
import { pageInput, pageNumbers, pageOf, pageOutput } from '../pages.ts';
import { type ToolContext, tool } from '../tool.ts';

const id = z.uuid('Must be an id from another tool');

const input = z.strictObject({
  folder_id: id.optional().describe('A folder'),
  account_id: id.optional().describe('The top level of one of the person’s own accounts'),
  shared: z.boolean().optional().describe('True: what others have shared with the person'),
  label_id: id.optional().describe('Everything with this label, from list_labels'),
  collection_id: id.optional().describe('Everything in this collection, from list_collections'),
  ...pageInput,
});
type Input = z.output<typeof input>;

const account = z.object({ id: z.string(), name: z.string(), app: z.string(), owner: z.string() });

export const listFolder = tool({
  name: 'list_folder',
  title: 'List a folder',
  description:
    'List what is in a folder, folders first. Start without arguments: the answer is the accounts (Google Drive, Dropbox, My files and others), each with an id. Then pass account_id for an account’s top level, folder_id for a folder, or shared for what others have shared. With label_id or collection_id it lists what carries that label or is in that collection.',
  permission: 'documents.read',
  input,
  output: z.object({
    accounts: z.array(account).describe('Only without arguments'),
    documents: z.array(foundDocument),
    ...pageOutput,
  }),
  subject: ({ folder_id, account_id, label_id, collection_id }) => folder_id ?? account_id ?? label_id ?? collection_id,
  async run(context, asked) {
    const filters = await filtersOf(context, asked);
    if (!filters) return { accounts: await accountsOf(context), documents: [], total: 0, next_page: null };
    const { data, pagination } = await pageOfDocuments(context.services, context.viewer, {
      ...filters,
      ...pageOf(asked),
    });
    return {
      accounts: [],
      documents: data.map((document) => presentFound(context, document)),
      ...pageNumbers(pagination),
    };
  },
});

/** Returns null if nothing in particular was requested. */
async function filtersOf({ services, viewer }: ToolContext, asked: Input) {
  const { folder_id, account_id, shared, label_id, collection_id } = asked;
  const places = [folder_id, account_id, shared || undefined, label_id, collection_id];
  if (places.filter((place) => place !== undefined).length > 1)
    throw new AppError('validation_failed', 'Pass only one of folder_id, account_id, shared, label_id, collection_id.');
  if (folder_id) {
    const { type } = await oneDocument(services, viewer, folder_id);
    if (type !== 'folder')
      throw new AppError('validation_failed', 'This isn’t a folder. Use read_document to read it.');
    return { parent_id: folder_id };
  }
  if (account_id) return { account_id, parent_id: 'root' };
  if (shared) return { owner: 'shared' as const, parent_id: 'root' };
  if (label_id) return { label_id };
  return collection_id ? { collection_id } : null;
}

/** Leaves out accounts of others, of which the viewer sees only what is shared. */
async function accountsOf({ services, viewer }: ToolContext) {
  const sources = await sourcesOf(services, viewer);
  return sources.flatMap(({ name: app, accounts }) =>
    accounts
      .filter(({ own }) => own)
      .map(({ id: accountId, name, display_name, owner }) => ({
        id: accountId,
        name: display_name ?? name,
        app,
        owner: owner.name,
      })),
  );
}
