import { z } from 'zod';
import { accountRef, cannot } from './account-ref.ts';
import { activity } from './activity.ts';
import { endpoint } from './calls/endpoint.ts';
import { pageQuery } from './calls/envelope.ts';
import { id, required, success, text, timestamp } from './calls/fields.ts';
import { limits } from './calls/limits.ts';
import { documentTypes, typeFilterNames } from './document-types.ts';
import { label } from './labels.ts';
import { conversation, messagePicture, threadMessage } from './messages.ts';

/** Whether a person may only see something or also change it; for a folder, its contents. */
export const permission = z.enum(['view', 'edit']);
export type SharePermission = z.output<typeof permission>;

export const named = z.object({ id: z.uuid(), name: z.string() });

/** Something to browse: a file, a folder, a document of an online editor, a link, a thread of messages. */
export const document = z
  .object({
    id: z.uuid(),
    name: z.string(),
    type: z.enum(documentTypes),
    mime_type: z.string().nullable(),
    size: z.int().nullable(),
    /** Where the bytes are: below /storage/, signed for this person, for some hours; null if there are none. */
    local_path: z.string().nullable(),
    /** A thumbnail, in the same way. */
    thumbnail: z.string().nullable(),
    /** For a video that may have no thumbnail: its beginning and end, in ranges, for a browser to draw a frame of. */
    frame_path: z.string().nullable(),
    /** The state of the bytes: none (a folder, a link), pending, stored, or failed. */
    content: z.enum(['none', 'pending', 'stored', 'failed']),
    /** The document at the source, in the browser. */
    web_url: z.string().nullable(),
    account: accountRef,
    source: z.object({ slug: z.string(), name: z.string() }),
    created_by: z.object({ id: z.uuid(), name: z.string(), avatar: z.string().nullable() }),
    /** The last change at the source; null for folders without a date, which come last by date. */
    updated_at: timestamp.nullable(),
    /** Its folder; null at the top level, or if the viewer may not see the folder. */
    parent_id: z.uuid().nullable(),
    /** The folders above it, outermost first, as far as the viewer may see them; the innermost of very deep ones. */
    location: z.array(named),
    /** Whether it comes from one's own account; otherwise it was shared. */
    own: z.boolean(),
    /** Whether others may see it too. */
    shared: z.boolean(),
    /** What the viewer may do with it. Members, but not guests, may edit their own documents. */
    permission,
    /** Why the viewer can’t change it and, if it is a folder, its contents. */
    cannot,
    /** The viewer's labels and collections that contain it. */
    labels: z.array(label),
    collections: z.array(named),
    /** Whether the viewer has starred it. */
    starred: z.boolean(),
    /** For a file that was uploaded here to an app that doesn’t have it yet: the bytes that the app has received. */
    uploading: z.object({ sent: z.int() }).nullable(),
    /** For documents in the trash; null for all others. */
    deleted: z
      .object({
        at: timestamp,
        /**
         * When it is deleted for good; documents of connected accounts stay in the trash there as long as the app keeps
         * them.
         */
        until: timestamp,
        /** For a folder: how many documents were deleted along with it. */
        contents: z.int(),
      })
      .nullable(),
    /** For a thread of mail or chat; null for everything else. */
    conversation: conversation.nullable(),
    /** For mail and chats: the first messages, in the answer for one document; lists omit them. */
    messages: z.array(threadMessage),
  })
  .meta({ id: 'Document' });
export type Document = z.output<typeof document>;

/** A person or, if `kind` says so, a group, which has neither email nor picture. */
export const principal = z.object({
  kind: z.enum(['user', 'group']),
  id: z.uuid(),
  name: z.string(),
  /** Empty for a group. */
  email: z.string(),
  avatar: z.string().nullable(),
});

const details = document.extend({
  created_at: timestamp,
  /** The folders above it, outermost first, as far as the viewer may see them. */
  path: z.array(named),
  /**
   * The people and groups who may see it, and the folder through which they do unless it is shared directly. People it
   * was shared with see the owner, and themselves or their groups.
   */
  access: z.array(principal.extend({ owner: z.boolean(), via: named.nullable() })),
  /** For the owner: the working public links that reach it, its own (`via` null) and those of folders above. */
  public_links: z.array(
    z.object({ via: named.nullable(), expires_at: timestamp.nullable(), has_password: z.boolean() }),
  ),
  /** Documents with the same bytes among those that the viewer may see. */
  also_in: z.array(named.extend({ account: accountRef, source: z.object({ slug: z.string(), name: z.string() }) })),
  /** For a longer thread: the message after which the next page starts. */
  next_message: z.uuid().nullable(),
  /** For an attachment: its thread, if the viewer may see it. */
  thread: named.nullable(),
  /** The address in the online office viewer, for office files on servers that use it. */
  office_viewer_url: z.string().nullable(),
});
export type DocumentDetails = z.output<typeof details>;

export const documentSorts = ['name', 'updated_at', 'size', 'type'] as const;
export type DocumentSort = (typeof documentSorts)[number];
const sorts = documentSorts.flatMap((sort) => [sort, `-${sort}` as const]);

/** PostgreSQL has no year 0. */
const day = z.iso.date().refine((value) => value >= '0001', 'Must be a date');

/** Filters of lists and searches of documents. */
export const documentFilters = {
  type: z.enum(typeFilterNames).optional(),
  /** The slug of a source. */
  source_id: text(64).optional(),
  account_id: id.optional(),
  /**
   * A folder: its contents. 'root': the top level of one's accounts, or of those that account_id and source_id select;
   * with owner=shared, shared documents whose folder one may not see. If left out, everything is listed flat. Lists of
   * a label, mailbox or channel omit attachments, which are in their threads.
   */
  parent_id: z.union([z.literal('root'), id]).optional(),
  /** A folder: everything below it at any depth. */
  in: id.optional(),
  /** Only files, or only folders. */
  kind: z.enum(['file', 'folder']).optional(),
  label_id: id.optional(),
  collection_id: id.optional(),
  owner: z.enum(['me', 'shared']).optional(),
  /** 'true': what the viewer opened, downloaded, uploaded or changed, newest first unless sorted otherwise. */
  recent: z.enum(['true']).optional(),
  /** 'starred': what the viewer has starred, newest first unless sorted otherwise. */
  place: z.enum(['starred']).optional(),
  /** Days in UTC, both included. */
  updated_from: day.optional(),
  updated_to: day.optional(),
};

/** All documents of a list, however long. */
export const wholeList = z.strictObject({ search: text(limits.searchMax).optional(), ...documentFilters });

const byId = z.strictObject({ id });
export const many = z
  .array(id, 'Choose at least one')
  .min(1, 'Choose at least one')
  .max(limits.documentsAtOnce, `At most ${limits.documentsAtOnce}`);
/** Separated by commas. */
const idList = z
  .string('Choose at least one')
  .transform((ids) => ids.split(','))
  .pipe(z.array(id).max(limits.perPageMax, `At most ${limits.perPageMax}`));
const some = z.array(id, 'Must be a list').max(limits.documentsAtOnce, `At most ${limits.documentsAtOnce}`);
const fileName = required(limits.fileNameMax)
  .refine((value) => !/[/\\\p{Cc}]/u.test(value), {
    error: 'Must not contain / or \\',
  })
  .refine((value) => !/^\.\.?$/.test(value), { error: 'Must not be . or ..' });

/** A zip that is made while it is downloaded. */
export const zipped = z.object({
  /** Below /storage/. */
  local_path: z.string(),
  files: z.int(),
  bytes: z.int(),
  /** Documents without bytes here, which are not in the zip. */
  skipped: z.int(),
});

export const documents = {
  list: endpoint({
    method: 'GET',
    path: '/documents',
    access: 'documents.read',
    summary: 'Documents you can see, one page at a time; `total` is exact',
    query: z.strictObject({
      ...pageQuery,
      search: text(limits.searchMax).optional(),
      ...documentFilters,
      /**
       * 'starred': what the viewer has starred, newest first unless sorted otherwise. 'trash': what was deleted from
       * the viewer's accounts, newest first unless sorted otherwise; a deleted folder represents its contents, which
       * parent_id lists.
       */
      place: z.enum(['starred', 'trash']).optional(),
      sort: z.enum(sorts).optional(),
    }),
    data: z.array(document),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/documents/{id}',
    access: 'documents.read',
    summary: 'One document with its path, who can see it, and where else the same content is',
    params: byId,
    data: details,
    errors: ['not_found'],
  }),
  messages: endpoint({
    method: 'GET',
    path: '/documents/{id}/messages',
    access: 'documents.read',
    summary:
      'One page of a thread’s messages, oldest first, with replies below what they reply to; `next` is the cursor of the next page',
    params: byId,
    query: z.strictObject({ after: id.optional() }),
    data: z.object({ messages: z.array(threadMessage), next: z.uuid().nullable() }),
    errors: ['not_found'],
  }),
  pictures: endpoint({
    method: 'GET',
    path: '/documents/{id}/messages/{message}/pictures',
    access: 'documents.read',
    summary: 'Inline images of a message, fetched from the app; images it no longer provides are left out',
    params: z.strictObject({ id, message: id }),
    data: z.array(messagePicture),
    errors: ['not_found'],
  }),
  open: endpoint({
    method: 'POST',
    path: '/documents/{id}/open',
    access: 'documents.read',
    summary: 'Record that someone opened the document; content that isn’t here yet is fetched first',
    params: byId,
    data: success,
    errors: ['not_found'],
    whileReadOnly: true,
  }),
  activity: endpoint({
    method: 'GET',
    path: '/documents/{id}/activity',
    access: 'documents.read',
    summary: 'Activity of the document, newest first',
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
    summary: 'Download the content under the document’s name; supports Range',
    params: byId,
    data: z.unknown(),
    bytes: true,
    errors: ['not_found', 'conflict'],
    whileReadOnly: true,
  }),
  zip: endpoint({
    method: 'POST',
    path: '/documents/zip',
    access: 'documents.read',
    summary:
      'Download several documents, or every document of a list, and folders with everything in them, as one zip; returns an address that is valid for an hour',
    body: z.strictObject({
      document_ids: some.default([]),
      /** Instead of documents: a list, by the filters of GET /documents. */
      query: wholeList.optional(),
    }),
    data: zipped,
    errors: ['not_found', 'conflict'],
    whileReadOnly: true,
  }),
  setLabels: endpoint({
    method: 'POST',
    path: '/documents/labels',
    access: 'documents.read',
    summary: 'Set your labels of a document; replaces the previous list',
    body: z.strictObject({ document_id: id, labels: some }),
    data: success,
    errors: ['not_found'],
  }),
  setCollections: endpoint({
    method: 'POST',
    path: '/documents/collections',
    access: 'documents.read',
    summary: 'Set your collections of a document; replaces the previous list',
    body: z.strictObject({ document_id: id, collections: some }),
    data: success,
    errors: ['not_found'],
  }),
  tag: endpoint({
    method: 'POST',
    path: '/documents/tags',
    access: 'documents.read',
    summary: 'Add several documents to labels and collections, or remove them',
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
    access: 'documents.edit',
    summary:
      'A folder in My files, a connected account, or a folder you may edit; without parent_id at the top of the account, or of My files',
    body: z.strictObject({ name: fileName, parent_id: id.nullable(), account_id: id.optional() }),
    data: document,
    status: 201,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  makeFolders: endpoint({
    method: 'PUT',
    path: '/documents/folders',
    access: 'documents.edit',
    summary: 'Makes sure that folders exist: each path is a list of names, the outermost first',
    body: z.strictObject({
      parent_id: id.nullable(),
      /** Without a folder: the account at whose top level they are; My files if left out. */
      account_id: id.optional(),
      paths: z
        .array(z.array(fileName).min(1, 'Choose at least one').max(limits.foldersDeep, `At most ${limits.foldersDeep}`))
        .min(1, 'Choose at least one')
        .max(limits.foldersAtOnce, `At most ${limits.foldersAtOnce}`),
    }),
    data: success,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/documents/{id}',
    access: 'documents.edit',
    summary:
      'Rename or move something in My files, a connected account, or a folder you may edit; parent_id null is the top',
    params: byId,
    body: z.strictObject({ name: fileName.optional(), parent_id: id.nullable().optional() }),
    data: document,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  delete: endpoint({
    method: 'POST',
    path: '/documents/delete',
    access: 'documents.edit',
    summary:
      'Move documents to the trash, folders with all inside: of My files to be restored for 30 days, of a connected account to the trash there',
    body: z.strictObject({ document_ids: many }),
    data: success,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/documents/restore',
    access: 'documents.edit',
    summary: 'Restore documents from the trash, with all that was deleted along with them',
    body: z.strictObject({ document_ids: many }),
    data: success,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  sources: endpoint({
    method: 'GET',
    path: '/documents/sources',
    access: 'documents.read',
    summary: 'The apps and accounts that your documents, and those shared with you, come from',
    data: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        /** The viewer's own first. */
        accounts: z.array(accountRef.extend({ own: z.boolean(), owner: z.object({ name: z.string() }) })),
      }),
    ),
  }),
  excerpts: endpoint({
    method: 'GET',
    path: '/documents/excerpts',
    access: 'documents.read',
    summary: 'The first lines of documents, for thumbnails; documents without text are left out',
    query: z.strictObject({ ids: idList }),
    data: z.array(z.object({ id: z.uuid(), text: z.string() })),
  }),
};

/** Resumable uploads (tus 1.0) into My files, below /api. */
export const uploadsPath = '/uploads';
/** The source slug of My files. */
export const uploadsSource = 'uploads';
export const uploadPolicies = ['rename', 'replace', 'skip'] as const;
export type UploadPolicy = (typeof uploadPolicies)[number];
