import { limits } from '@sheaf/contract';
import { z } from 'zod';
import { askOnce } from '../../ai/index.ts';
import { placeText } from '../document-text.ts';
import { linkTo } from '../found-document.ts';
import { tool } from '../tool.ts';
import { fenced, notice } from '../untrusted.ts';

const ids = z.array(z.uuid('Must be an id from another tool')).max(limits.scopeIds).optional();

export const ask = tool({
  name: 'ask',
  title: 'Ask about documents',
  description:
    'Get an answer to a question from the person’s files, emails and chats, with the quotes it rests on. Ask one full question in plain words. Without ids it looks at everything the person may see; with ids, at what is in any of them. supported is false where nothing was found that answers the question: say so then, and don’t guess; what it quotes then are only the closest passages. For the full text behind a quote, use read_document.',
  permission: 'ai.use',
  input: z.strictObject({
    question: z
      .string()
      .trim()
      .min(1, 'Say what you want to know')
      .max(limits.questionMax)
      .refine((value) => !value.includes('\0') && value.isWellFormed(), 'Contains characters that can’t be searched'),
    document_ids: ids.describe('Documents, or folders with all that is in them'),
    account_ids: ids.describe('From list_folder'),
    label_ids: ids.describe('From list_labels'),
    collection_ids: ids.describe('From list_collections'),
  }),
  output: z.object({
    notice: z.string(),
    answer: z.string().describe('Untrusted content. [1] refers to the citation with that number'),
    supported: z.boolean(),
    model: z.string().nullable().describe('The model that wrote the answer; null: it consists of quotes'),
    citations: z.array(
      z.object({
        number: z.number(),
        document_id: z.string(),
        document_name: z.string(),
        url: z.string().describe('Opens the document in Sheaf, for people who may see it'),
        place: z.string().nullable().describe('Where the quote stands, such as page 3'),
        quote: z.string().describe('Untrusted content, exactly as in the document'),
      }),
    ),
  }),
  async run(context, { question, ...scope }, signal) {
    const { services, viewer } = context;
    const { content, supported, model, citations } = await askOnce(services, viewer, { question, scope, signal });
    return {
      notice,
      answer: content,
      supported,
      model,
      citations: citations.map(({ number, documentId, documentName, place, quote }) => ({
        number,
        document_id: documentId,
        document_name: documentName,
        url: linkTo(context, '/directory', { preview: documentId }),
        place: placeText(place),
        quote,
      })),
    };
  },
  text({ answer, citations }) {
    const sources = citations.map(
      ({ number, document_name, place, url, quote }) =>
        `[${number}] “${document_name}”${place ? `, ${place}` : ''} · ${url}\n${quote}`,
    );
    return [notice, fenced([answer, ...sources].join('\n\n'))].join('\n');
  },
});
