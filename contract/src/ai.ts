import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { pageQuery } from './calls/envelope.ts';
import { id, required, success, text, timestamp } from './calls/fields.ts';
import { limits } from './calls/limits.ts';
import { passagePlace } from './search/search.ts';

const ids = z.array(z.uuid()).max(limits.scopeIds, `Choose ${limits.scopeIds} at most`);

/** Where answers may come from: anything in these; nothing selected means everything the person may see. */
const scope = z
  .strictObject({
    account_ids: ids.optional(),
    collection_ids: ids.optional(),
    label_ids: ids.optional(),
    /** A folder includes everything in it. */
    document_ids: ids.optional(),
  })
  .meta({ id: 'AiScope' });
export type AiScope = z.output<typeof scope>;

const citation = z
  .object({
    /** The number in the text: [1]. */
    number: z.int(),
    document_id: z.uuid(),
    document_name: z.string(),
    passage_id: z.string(),
    /** Verbatim from the passage. */
    quote: z.string(),
    place: passagePlace,
  })
  .meta({ id: 'AiCitation' });
export type AiCitation = z.output<typeof citation>;

const message = z
  .object({
    id: z.uuid(),
    role: z.enum(['user', 'assistant']),
    /**
     * Plain text for a question; Markdown for an answer, with citations as [1]. Sentences that cite what could not be
     * found are followed by `[unsupported]`.
     */
    content: z.string(),
    /** The model that wrote an answer; null if it consists of quotes and facts from lists. */
    model: z.string().nullable(),
    /** Only passages that the person may see now. */
    citations: z.array(citation),
    /** False if nothing that the person may see supports an answer; citations are then the closest passages. */
    supported: z.boolean(),
    /** `stopped`: by the person; `failed`: the provider ended it, and the text so far is kept. */
    status: z.enum(['done', 'stopped', 'failed']),
    feedback: z.enum(['up', 'down']).nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'AiMessage' });
export type AiMessage = z.output<typeof message>;

const thread = z
  .object({
    id: z.uuid(),
    title: z.string(),
    pinned: z.boolean(),
    scope,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'AiThread' });
export type AiThread = z.output<typeof thread>;

const byId = z.strictObject({ id });
const title = required(limits.nameMax);

const settings = z
  .object({
    enabled: z.boolean(),
    /** Accounts of these sources are kept out of answers: `gmail`. */
    excluded_sources: z.array(z.string()),
    /** The model that answers; null if none is configured and answers consist of quotes. */
    model: z.string().nullable(),
    /**
     * 0 to 1: the part of the stored content that search by meaning covers; it grows again after a change of the model.
     */
    meaning_share: z.number().min(0).max(1),
  })
  .meta({ id: 'AiSettings' });
export type AiSettings = z.output<typeof settings>;

/** Events of a streamed answer: `event:` is one of these, `data:` is its JSON. */
export const aiEvents = {
  /** The current step, before the first words. */
  status: z.object({ text: z.string() }),
  delta: z.object({ text: z.string() }),
  citation,
  /** The message as it was stored, which replaces the deltas. */
  done: z.object({ message }),
  error: z.object({ message: z.string(), code: z.string() }),
};

/** Conversations are private: only the person who asked sees them. */
export const ai = {
  threads: endpoint({
    method: 'GET',
    path: '/ai/threads',
    access: 'ai.use',
    summary: 'Your conversations, pinned ones first, then by last use; `search` looks in titles and questions',
    query: z.strictObject({ ...pageQuery, search: text(limits.searchMax).optional() }),
    data: z.array(thread),
    paged: true,
  }),
  createThread: endpoint({
    method: 'POST',
    path: '/ai/threads',
    access: 'ai.use',
    summary: 'Start a conversation; without a title, the first question becomes its title',
    body: z.strictObject({ title: title.optional(), scope: scope.optional() }),
    data: thread,
    status: 201,
    errors: ['conflict'],
  }),
  thread: endpoint({
    method: 'GET',
    path: '/ai/threads/{id}',
    access: 'ai.use',
    summary: 'A conversation with its messages',
    params: byId,
    data: z.object({ thread, messages: z.array(message) }),
  }),
  changeThread: endpoint({
    method: 'PUT',
    path: '/ai/threads/{id}',
    access: 'ai.use',
    summary: 'Rename or pin a conversation, or change where its answers come from',
    params: byId,
    body: z.strictObject({ title: title.optional(), pinned: z.boolean().optional(), scope: scope.optional() }),
    data: thread,
  }),
  removeThread: endpoint({
    method: 'DELETE',
    path: '/ai/threads/{id}',
    access: 'ai.use',
    summary: 'Delete a conversation',
    params: byId,
    data: success,
  }),
  /** With `Accept: text/event-stream` the answer is streamed (see aiEvents); closing the stream stops it. */
  ask: endpoint({
    method: 'POST',
    path: '/ai/threads/{id}/messages',
    access: 'ai.use',
    summary:
      'Ask a question; returns the finished answer, or streams it. The question is kept even if answering fails. With an API key, `replaces` and `scope` also need the scope `write`',
    params: byId,
    body: z.strictObject({
      content: required(limits.questionMax),
      scope: scope.optional(),
      /**
       * A question of this conversation that is replaced together with everything after it (edit, or the same content
       * again).
       */
      replaces: id.optional(),
    }),
    data: message,
    status: 201,
    errors: ['conflict', 'plan_limit', 'ai_failed'],
  }),
  feedback: endpoint({
    method: 'PUT',
    path: '/ai/messages/{id}/feedback',
    access: 'ai.use',
    summary: 'Rate an answer as helpful or not',
    params: byId,
    body: z.strictObject({ feedback: z.enum(['up', 'down']).nullable() }),
    data: success,
  }),
  exportThread: endpoint({
    method: 'GET',
    path: '/ai/threads/{id}/export',
    access: 'ai.use',
    summary: 'Export a conversation as Markdown, with its citations and a file name',
    params: byId,
    data: z.object({ name: z.string(), markdown: z.string() }),
  }),
  suggestions: endpoint({
    method: 'GET',
    path: '/ai/suggestions',
    access: 'ai.use',
    summary: 'Suggested questions, based on your files',
    data: z.array(z.string()),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/ai/settings',
    access: 'workspace.read',
    summary: 'AI chat settings: whether it’s on, which apps it uses, and which model answers',
    data: settings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/ai/settings',
    access: 'ai.manage',
    summary: 'Turn AI chat on or off for the workspace, or exclude apps from answers',
    body: z.strictObject({
      enabled: z.boolean().optional(),
      excluded_sources: z.array(text(40)).max(50).optional(),
    }),
    data: settings,
  }),
};
