import { z } from 'zod';
import { documentFormats, documentTypes } from './document-types.ts';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './envelope.ts';
import { id, required, success, text, timestamp } from './fields.ts';
import { label } from './labels.ts';
import { limits } from './limits.ts';

const named = z.object({ id: z.uuid(), name: z.string() });

/** Something to browse: a file, a folder, a document of an online editor, a link. */
export const document = z
  .object({
    id: z.uuid(),
    name: z.string(),
    type: z.enum(documentTypes),
    mime_type: z.string().nullable(),
    size: z.int().nullable(),
    /** Where the bytes are: below /storage/, signed for this person, for some hours; null while there are none. */
    local_path: z.string().nullable(),
    /** A small picture, in the same way. */
    thumbnail: z.string().nullable(),
    /** The bytes: none (a folder, a link), on their way, here, or failed. */
    content: z.enum(['none', 'pending', 'stored', 'failed']),
    /** The document at the source, in the browser. */
    web_url: z.string().nullable(),
    account: named,
    source: z.object({ slug: z.string(), name: z.string() }),
    created_by: z.object({ id: z.uuid(), name: z.string(), avatar: z.string().nullable() }),
    /** Last change at the source; null of folders where it dates none. Those come last by date. */
    updated_at: timestamp.nullable(),
    /** The folder it is in; null at the top, or where one may not see the folder. */
    parent_id: z.uuid().nullable(),
    /** Brought by one's own account; otherwise it was shared with one. */
    own: z.boolean(),
    /** Others may see it too. */
    shared: z.boolean(),
    /** One's own labels and collections it is in. */
    labels: z.array(label),
    collections: z.array(named),
    /** Of mail and chats: the bodies, base64url. */
    messages: z.array(z.object({ body: z.string() })),
  })
  .meta({ id: 'Document' });
export type Document = z.output<typeof document>;

const person = z.object({ id: z.uuid(), name: z.string(), email: z.string(), avatar: z.string().nullable() });

const details = document.extend({
  created_at: timestamp,
  /** The folders above it, outermost first, as far as one may see them. */
  path: z.array(named),
  /** Who may see it, and by which folder where it is not by itself. Whom it was shared with sees the owner and oneself. */
  access: z.array(person.extend({ owner: z.boolean(), via: named.nullable() })),
  /** The same bytes elsewhere, among what one may see. */
  also_in: z.array(named.extend({ account: named, source: z.object({ slug: z.string(), name: z.string() }) })),
  /** Where the online office viewer shows it, for office files of installations that use it. */
  office_viewer_url: z.string().nullable(),
});
export type DocumentDetails = z.output<typeof details>;

export const documentSorts = ['name', 'updated_at', 'size', 'type'] as const;
export type DocumentSort = (typeof documentSorts)[number];
const sorts = documentSorts.flatMap((sort) => [sort, `-${sort}` as const]);

/** PostgreSQL knows no year 0. */
const day = z.iso.date().refine((value) => value >= '0001', 'Must be a date');

const filters = {
  search: text(limits.searchMax).optional(),
  type: z.enum(documentFormats).optional(),
  /** The slug of a source. */
  source_id: text(64).optional(),
  account_id: id.optional(),
  /** A folder; with account_id also 'root', the account's top. Left out: everything, flat. */
  parent_id: z.union([z.literal('root'), id]).optional(),
  label_id: id.optional(),
  collection_id: id.optional(),
  owner: z.enum(['me', 'shared']).optional(),
  /** Days, in UTC, both included. */
  updated_from: day.optional(),
  updated_to: day.optional(),
};

const activityKinds = [
  'added',
  'changed',
  'renamed',
  'moved',
  'opened',
  'downloaded',
  'shared',
  'unshared',
  'labelled',
  'collected',
] as const;

const activity = z
  .object({
    id: z.string(),
    kind: z.enum(activityKinds),
    at: timestamp,
    /** Who did it; null where the source told it. */
    by: z.object({ id: z.uuid(), name: z.string(), avatar: z.string().nullable() }).nullable(),
    /** With whom it was shared, which label, the earlier name, the folder. */
    detail: z.string().nullable(),
  })
  .meta({ id: 'Activity' });
export type Activity = z.output<typeof activity>;

const duplicate = z
  .object({
    /** Stands for the content. */
    id: z.string(),
    size: z.int(),
    copies: z.int(),
    /** Bytes that one copy alone would save at the sources. */
    wasted: z.int(),
    /** The first copies. */
    documents: z.array(document),
  })
  .meta({ id: 'Duplicate' });
export type Duplicate = z.output<typeof duplicate>;

const byId = z.strictObject({ id });
const many = z
  .array(id, 'Choose at least one')
  .min(1, 'Choose at least one')
  .max(limits.documentsAtOnce, `At most ${limits.documentsAtOnce}`);
const some = z.array(id, 'Must be a list').max(limits.documentsAtOnce, `At most ${limits.documentsAtOnce}`);
const fileName = required(limits.fileNameMax)
  .refine((value) => !/[/\\\p{Cc}]/u.test(value), {
    error: 'Must not contain / or \\',
  })
  .refine((value) => !/^\.\.?$/.test(value), { error: 'Must not be . or ..' });

export const documents = {
  list: endpoint({
    method: 'GET',
    path: '/documents',
    access: 'documents.read',
    summary: 'What one may see, one page of it; `total` is exact',
    query: z.strictObject({ ...pageQuery, ...filters, sort: z.enum(sorts).optional() }),
    data: z.array(document),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/documents/{id}',
    access: 'documents.read',
    summary: 'One document with its path, who may see it, and where its bytes are besides',
    params: byId,
    data: details,
    errors: ['not_found'],
  }),
  open: endpoint({
    method: 'POST',
    path: '/documents/{id}/open',
    access: 'documents.read',
    summary: 'Somebody looks at it: noted in its activity, and bytes that are not here yet are fetched first',
    params: byId,
    data: success,
    errors: ['not_found'],
  }),
  activity: endpoint({
    method: 'GET',
    path: '/documents/{id}/activity',
    access: 'documents.read',
    summary: 'What happened to it, newest first',
    params: byId,
    query: z.strictObject(pageQuery),
    data: z.array(activity),
    paged: true,
    errors: ['not_found'],
  }),
  download: endpoint({
    method: 'POST',
    path: '/documents/download/{id}',
    access: 'documents.read',
    summary: 'The bytes, under the document’s name; Range is honoured',
    params: byId,
    data: z.unknown(),
    bytes: true,
    errors: ['not_found', 'conflict'],
  }),
  zip: endpoint({
    method: 'POST',
    path: '/documents/zip',
    access: 'documents.read',
    summary: 'Several documents, folders with all inside, as one zip: answers where it can be fetched, for an hour',
    body: z.strictObject({ document_ids: many }),
    data: z.object({
      /** Below /storage/. */
      local_path: z.string(),
      files: z.int(),
      bytes: z.int(),
      /** Without bytes here, so not in the zip. */
      skipped: z.int(),
    }),
    errors: ['not_found', 'conflict'],
  }),
  setLabels: endpoint({
    method: 'POST',
    path: '/documents/labels',
    access: 'documents.read',
    summary: 'One’s labels of a document: the given list replaces the old one',
    body: z.strictObject({ document_id: id, labels: some }),
    data: success,
    errors: ['not_found'],
  }),
  setCollections: endpoint({
    method: 'POST',
    path: '/documents/collections',
    access: 'documents.read',
    summary: 'One’s collections of a document: the given list replaces the old one',
    body: z.strictObject({ document_id: id, collections: some }),
    data: success,
    errors: ['not_found'],
  }),
  tag: endpoint({
    method: 'POST',
    path: '/documents/tags',
    access: 'documents.read',
    summary: 'Add several documents to labels and collections, or take them out',
    body: z.strictObject({
      document_ids: many,
      add_labels: some.default([]),
      remove_labels: some.default([]),
      add_collections: some.default([]),
      remove_collections: some.default([]),
    }),
    data: success,
    errors: ['not_found'],
  }),
  createFolder: endpoint({
    method: 'POST',
    path: '/documents/folders',
    access: 'sources.own',
    summary: 'A folder in My files',
    body: z.strictObject({ name: fileName, parent_id: id.nullable() }),
    data: document,
    status: 201,
    errors: ['not_found', 'conflict'],
  }),
  makeFolders: endpoint({
    method: 'PUT',
    path: '/documents/folders',
    access: 'sources.own',
    summary: 'Makes sure that folders exist in My files: each path is a list of names, the outermost first',
    body: z.strictObject({
      parent_id: id.nullable(),
      paths: z
        .array(z.array(fileName).min(1, 'Choose at least one').max(limits.foldersDeep, `At most ${limits.foldersDeep}`))
        .min(1, 'Choose at least one')
        .max(limits.foldersAtOnce, `At most ${limits.foldersAtOnce}`),
    }),
    data: success,
    errors: ['not_found', 'conflict'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/documents/{id}',
    access: 'sources.own',
    summary: 'Rename or move something in My files; parent_id null is the top',
    params: byId,
    body: z.strictObject({ name: fileName.optional(), parent_id: id.nullable().optional() }),
    data: document,
    errors: ['not_found', 'conflict'],
  }),
  delete: endpoint({
    method: 'POST',
    path: '/documents/delete',
    access: 'sources.own',
    summary: 'Delete from My files, folders with all inside; for a day it can be restored',
    body: z.strictObject({ document_ids: many }),
    data: success,
    errors: ['not_found', 'conflict'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/documents/restore',
    access: 'sources.own',
    summary: 'Bring deleted documents back',
    body: z.strictObject({ document_ids: many }),
    data: success,
    errors: ['not_found', 'conflict'],
  }),
  sources: endpoint({
    method: 'GET',
    path: '/documents/sources',
    access: 'documents.read',
    summary: 'Where what one may see comes from: the sources of one’s accounts, and of what is shared with one',
    data: z.array(z.object({ slug: z.string(), name: z.string() })),
  }),
  duplicates: endpoint({
    method: 'GET',
    path: '/documents/duplicates',
    access: 'documents.read',
    summary: 'Contents one has several times, by the bytes wasted',
    query: z.strictObject(pageQuery),
    data: z.array(duplicate),
    paged: true,
  }),
};

/** More documents, which are asked about together with the one in the path: their ids, separated by commas. */
const also = z
  .string()
  .transform((ids) => ids.split(','))
  .pipe(z.array(id).max(limits.perPageMax, `At most ${limits.perPageMax}`))
  .optional();
const memberQuery = z.strictObject({ ...pageQuery, search: text(limits.searchMax).optional(), also });
const sharedMember = person
  .extend({
    /** How many of the documents asked about they see. */
    documents: z.int(),
    /** The folder that brings them, where they were not shared by themselves. */
    via: named.nullable(),
  })
  .meta({ id: 'SharedMember' });
export type SharedMember = z.output<typeof sharedMember>;

export const sharing = {
  share: endpoint({
    method: 'POST',
    path: '/user/share-files',
    access: 'documents.share',
    summary: 'Let members see one’s documents; a folder with all that is and will be inside. They get a mail',
    body: z.strictObject({ inviting_ids: many, document_ids: many }),
    data: success,
    errors: ['not_found'],
  }),
  members: endpoint({
    method: 'GET',
    path: '/user/share-files/members/{documentId}',
    access: 'documents.share',
    summary: 'Members one’s documents are shared with, any of them, by name; `via` names the folder that brings them',
    params: z.strictObject({ documentId: id }),
    query: memberQuery,
    data: z.array(sharedMember),
    paged: true,
    errors: ['not_found'],
  }),
  others: endpoint({
    method: 'GET',
    path: '/user/not-share/members/{documentId}',
    access: 'documents.share',
    summary: 'Members who do not see all of one’s documents yet, by name',
    params: z.strictObject({ documentId: id }),
    query: memberQuery,
    data: z.array(person),
    paged: true,
    errors: ['not_found'],
  }),
  unshare: endpoint({
    method: 'DELETE',
    path: '/user/share-files/{userId}/{documentId}',
    access: 'documents.read',
    summary: 'Take access back, or give up one’s own',
    params: z.strictObject({ userId: id, documentId: id }),
    query: z.strictObject({ also }),
    data: success,
    errors: ['not_found', 'conflict'],
  }),
};

/** Resumable uploads (tus 1.0) into My files, below /api. */
export const uploadsPath = '/uploads';
/** The source slug of My files. */
export const uploadsSource = 'uploads';
export const uploadPolicies = ['rename', 'replace', 'skip'] as const;
export type UploadPolicy = (typeof uploadPolicies)[number];
