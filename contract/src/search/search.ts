import { z } from 'zod';
import { endpoint } from '../calls/endpoint.ts';
import { pageQuery, wholeNumber } from '../calls/envelope.ts';
import { id, required, success, text, timestamp } from '../calls/fields.ts';
import { limits } from '../calls/limits.ts';
import { document, documentFilters } from '../documents.ts';

export const passagePlace = z
  .object({
    kind: z.enum(['page', 'sheet', 'slide', 'message', 'text']),
    /**
     * The number of a page or slide, the name of a sheet, or the id of a message; for text the line, if it has lines.
     */
    value: z.string().nullable(),
    /** The range in a sheet. */
    row: z.int().nullable(),
  })
  .meta({ id: 'PassagePlace' });
export type PassagePlace = z.output<typeof passagePlace>;

/** The start and end of a match. Not z.tuple: that would be the only one, and part of every page of the web app. */
const span = z.array(z.int()).length(2) as unknown as z.ZodType<[number, number]>;

const passage = z
  .object({
    id: z.string(),
    /** The text around the match, not always the whole passage. */
    text: z.string(),
    /** Matches in `text`, as offsets of UTF-16 units, the end exclusive; in order, never overlapping. */
    highlights: z.array(span),
    /** The place of the first match in the document. */
    place: passagePlace,
  })
  .meta({ id: 'SearchPassage' });
export type SearchPassage = z.output<typeof passage>;

const result = z
  .object({
    document,
    /** The best ones first, at most three; none if only the name matched. */
    passages: z.array(passage),
    /** Matches in the name, in the same way. */
    name_highlights: z.array(span),
    matched: z.enum(['name', 'content', 'meaning']),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.output<typeof result>;

/** Suggestions for the search box. `query` is the text of the box once it is chosen. */
const suggestion = z
  .object({
    kind: z.enum(['document', 'operator', 'value', 'history', 'saved']),
    /** As it is shown. */
    text: z.string(),
    query: z.string(),
    /** What an operator does, or what an ambiguous value belongs to. */
    hint: z.string().nullable(),
    /** For a document or folder, which can be opened right away; null for everything else. */
    document: z.object({ id: z.uuid(), name: z.string(), type: document.shape.type }).nullable(),
  })
  .meta({ id: 'SearchSuggestion' });
export type SearchSuggestion = z.output<typeof suggestion>;

const record = z.object({ id: z.uuid(), q: z.string(), searched_at: timestamp }).meta({ id: 'SearchRecord' });
export type SearchRecord = z.output<typeof record>;

const saved = z
  .object({ id: z.uuid(), name: z.string(), q: z.string(), created_at: timestamp })
  .meta({ id: 'SavedSearch' });
export type SavedSearch = z.output<typeof saved>;

const byId = z.strictObject({ id });
const q = text(limits.queryMax);
const savedBody = z.strictObject({
  name: required(limits.nameMax).refine((value) => !/\p{Cc}/u.test(value), 'Contains characters that can’t be stored'),
  q: required(limits.queryMax),
});

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/search',
    access: 'documents.read',
    summary:
      'Search names and contents of documents you can see; `q` takes words, "phrases", -word and operators (type:, source:, account:, label:, collection:, in:, owner:, from:, before:, after:). With an API key, `remember` also needs the scope `write`',
    query: z.strictObject({
      ...pageQuery,
      ...documentFilters,
      q: q.default(''),
      /** The most relevant first if left out. */
      sort: z.enum(['relevance', 'date']).optional(),
      /** Whether it is kept in the person's history. */
      remember: z
        .enum(['true', 'false'])
        .default('false')
        .transform((value) => value === 'true'),
    }),
    data: z.array(result),
    paged: true,
  }),
  suggest: endpoint({
    method: 'GET',
    path: '/search/suggest',
    access: 'documents.read',
    summary: 'Suggestions while typing: documents by name, operators and their values, your history and saved searches',
    query: z.strictObject({
      q: q.default(''),
      /** The position of the cursor; at the end if left out. */
      cursor: wholeNumber(0, limits.queryMax).optional(),
    }),
    data: z.array(suggestion),
  }),
  history: endpoint({
    method: 'GET',
    path: '/search/history',
    access: 'documents.read',
    summary: `Your search history, newest first, up to ${limits.searchHistory}`,
    data: z.array(record),
  }),
  deleteFromHistory: endpoint({
    method: 'DELETE',
    path: '/search/history/{id}',
    access: 'documents.read',
    summary: 'Remove one entry from your search history',
    params: byId,
    data: success,
    errors: ['not_found'],
  }),
  deleteHistory: endpoint({
    method: 'DELETE',
    path: '/search/history',
    access: 'documents.read',
    summary: 'Clear your search history',
    data: success,
  }),
  saved: endpoint({
    method: 'GET',
    path: '/search/saved',
    access: 'documents.read',
    summary: 'Your saved searches by name',
    data: z.array(saved),
  }),
  save: endpoint({
    method: 'POST',
    path: '/search/saved',
    access: 'documents.read',
    summary: `Save a search under a name; at most ${limits.savedSearches}`,
    body: savedBody,
    data: saved,
    status: 201,
    errors: ['validation_failed'],
  }),
  changeSaved: endpoint({
    method: 'PUT',
    path: '/search/saved/{id}',
    access: 'documents.read',
    summary: 'Change a saved search',
    params: byId,
    body: savedBody,
    data: saved,
    errors: ['validation_failed', 'not_found'],
  }),
  deleteSaved: endpoint({
    method: 'DELETE',
    path: '/search/saved/{id}',
    access: 'documents.read',
    summary: 'Delete a saved search',
    params: byId,
    data: success,
    errors: ['not_found'],
  }),
};
