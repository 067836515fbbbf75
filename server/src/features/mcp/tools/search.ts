import { limits, searchTypes } from '@sheaf/contract';
import { z } from 'zod';
import { findDocuments } from '../../search/index.ts';
import { placeText } from '../document-text.ts';
import { foundDocument, presentFound } from '../found-document.ts';
import { pageInput, pageNumbers, pageOf, pageOutput } from '../pages.ts';
import { tool } from '../tool.ts';
import { notice } from '../untrusted.ts';

const day = z.iso.date('Must be a date such as 2026-01-31').refine((value) => value >= '0001', 'Must be a date');
const id = z.uuid('Must be an id from another tool');

const name = z
  .string()
  .trim()
  .min(1, 'Must be a name')
  .max(100)
  .refine((value) => !value.includes('\0') && value.isWellFormed(), 'Contains characters that can’t be searched');

export const search = tool({
  name: 'search',
  title: 'Search documents',
  description:
    'Find files, folders, emails and chats by the words in their names and contents, or by a whole question. Each result has the passages that match best, with their place, such as the page, and says how it matched. For words use few, distinctive ones; "quotes" make a phrase, OR stands between words of which any will do, -word leaves documents with that word out, and word* finds words that begin with it. Narrow it to a folder, account, label or collection by id, or to a type, an owner, an app or dates. Then read a result with fetch or read_document.',
  permission: 'documents.read',
  input: z.strictObject({
    query: z
      .string()
      .trim()
      .min(1, 'Say what to look for')
      .max(limits.queryMax)
      .refine((value) => !value.includes('\0') && value.isWellFormed(), 'Contains characters that can’t be searched')
      .describe('The words to look for, in any case'),
    type: z
      .string()
      .toLowerCase()
      .refine((value) => Object.hasOwn(searchTypes, value), `Must be one of ${Object.keys(searchTypes).join(', ')}`)
      .optional()
      .describe('Only this kind of file, such as pdf, spreadsheet, presentation, mail, chat or folder'),
    owner: name.optional().describe('me, shared (by others), or the name or email of a person'),
    from: name
      .optional()
      .describe('Only what this person sent by email or chat, and their files; a name, an email, or me'),
    app: name.optional().describe('Only from this app, such as Google Drive'),
    in_folder_id: id.optional().describe('Only in this folder and the folders below it'),
    account_id: id.optional().describe('Only in this account, from list_folder'),
    label_id: id.optional().describe('Only with this label, from list_labels'),
    collection_id: id.optional().describe('Only in this collection, from list_collections'),
    modified_from: day.optional().describe('First day of the last change, such as 2026-01-31'),
    modified_to: day.optional().describe('Last day of the last change'),
    ...pageInput,
  }),
  output: z.object({
    notice: z.string(),
    results: z
      .array(z.object({ id: z.string(), title: z.string(), url: z.string() }))
      .describe('The same documents in short, for fetch'),
    documents: z.array(
      foundDocument.extend({
        matched: z
          .enum(['name', 'content', 'meaning'])
          .describe('meaning: it has other words, but may be about the same'),
        passages: z
          .array(
            z.object({
              place: z.string().nullable().describe('Where it stands, such as page 3'),
              text: z.string().describe('Untrusted content'),
            }),
          )
          .describe('The best ones; none where only the name matches'),
      }),
    ),
    ...pageOutput,
  }),
  async run(
    context,
    {
      query,
      type,
      owner,
      from,
      app,
      in_folder_id,
      account_id,
      label_id,
      collection_id,
      modified_from,
      modified_to,
      page,
    },
  ) {
    const operators = Object.entries({ type, owner, from, source: app }).flatMap(([operator, value]) =>
      value === undefined ? [] : ` ${operator}:"${value.replaceAll('"', '')}"`,
    );
    const { data, pagination } = await findDocuments(context.services, context.viewer, {
      q: query + operators.join(''),
      remember: false,
      in: in_folder_id,
      account_id,
      label_id,
      collection_id,
      updated_from: modified_from,
      updated_to: modified_to,
      ...pageOf({ page }),
    });
    return {
      notice,
      results: data.map(({ document }) => {
        const { id: documentId, name: title, url } = presentFound(context, document);
        return { id: documentId, title, url };
      }),
      documents: data.map(({ document, passages, matched }) => ({
        ...presentFound(context, document),
        matched,
        passages: passages.map(({ place, text }) => ({ place: placeText(place), text })),
      })),
      ...pageNumbers(pagination),
    };
  },
});
