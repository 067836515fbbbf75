import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { pageQuery } from './calls/envelope.ts';
import { id, password, required, success, text, timestamp } from './calls/fields.ts';
import { limits } from './calls/limits.ts';
import { documentTypes } from './document-types.ts';
import { named, zipped } from './documents.ts';
import { rendition } from './renditions.ts';

const linkStates = ['active', 'expired', 'unavailable', 'off'] as const;

const publicLink = z
  .object({
    id: z.uuid(),
    /** Null for a link of someone else, and for one that was sealed with a key that this server no longer has. */
    url: z.string().nullable(),
    document: named.extend({ type: z.enum(documentTypes) }),
    created_by: z.object({ id: z.uuid(), name: z.string(), avatar: z.string().nullable() }),
    own: z.boolean(),
    has_password: z.boolean(),
    expires_at: timestamp.nullable(),
    /** Visitors may download; otherwise files are only shown. */
    downloads: z.boolean(),
    visits: z.int(),
    last_visit_at: timestamp.nullable(),
    created_at: timestamp,
    /**
     * `unavailable`: the document is in the trash or no longer belongs to the person who created the link, or they may
     * no longer share.
     * `off`: the workspace doesn’t allow public links at present.
     */
    state: z.enum(linkStates),
  })
  .meta({ id: 'PublicLink' });
export type PublicLink = z.output<typeof publicLink>;

/** What a visitor sees of a document: neither where it is stored nor who else sees it. */
const linkedDocument = z
  .object({
    id: z.uuid(),
    name: z.string(),
    type: z.enum(documentTypes),
    mime_type: z.string().nullable(),
    size: z.int().nullable(),
    updated_at: timestamp.nullable(),
    content: z.enum(['none', 'pending', 'stored', 'failed']),
    /**
     * Where the bytes are: below /storage/, for an hour or two; null if there are none, or the visitor can't have them.
     */
    local_path: z.string().nullable(),
  })
  .meta({ id: 'LinkedDocument' });
export type LinkedDocument = z.output<typeof linkedDocument>;

const future = timestamp.refine((value) => Date.parse(value) > Date.now(), 'Choose a date in the future').nullable();
const byId = z.strictObject({ id });
/** The result of `open`, for a visit of up to two hours. */
const visit = required(200);

export const links = {
  list: endpoint({
    method: 'GET',
    path: '/links',
    access: 'documents.share',
    summary: 'Your public links, the newest first; owners and admins can ask for those of the whole workspace',
    query: z.strictObject({
      ...pageQuery,
      search: text(limits.searchMax).optional(),
      /** Only the links of this document. */
      document_id: id.optional(),
      of: z.enum(['me', 'everyone']).default('me'),
    }),
    data: z.array(publicLink),
    paged: true,
    errors: ['forbidden'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/links',
    access: 'documents.share',
    summary:
      'Create a public link to a document of your own, or to a folder with everything in it; one per document. The workspace has to allow public links',
    body: z.strictObject({
      document_id: id,
      password: password.optional(),
      expires_at: future.optional(),
      downloads: z.boolean(),
    }),
    data: publicLink,
    status: 201,
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/links/{id}',
    access: 'documents.share',
    summary:
      'Change a public link of your own; fields that are left out stay as they are, null removes password or expiry. A change of password ends open visits',
    params: byId,
    body: z.strictObject({
      password: password.nullable().optional(),
      expires_at: future.optional(),
      downloads: z.boolean().optional(),
    }),
    data: publicLink,
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/links/{id}',
    access: 'documents.share',
    summary:
      'Revoke a public link for good; it stops working at once. Owners and admins can revoke those of others too',
    params: byId,
    data: success,
    errors: ['not_found'],
    whileReadOnly: true,
  }),
};

/** Calls of visitors, signed in or not: sessions are ignored. */
export const visits = {
  open: endpoint({
    method: 'POST',
    path: '/public/links/open',
    access: 'public',
    bodyLimit: limits.signInBytes,
    summary: 'Start a visit of a public link. Where it has a password and none is given, only that is answered',
    body: z.strictObject({
      token: required(200),
      password: text(limits.passwordMax).optional(),
      /** The token of an earlier visit, which replaces the password until that changes. */
      visit: visit.optional(),
    }),
    data: z.union([
      z.object({ password_required: z.literal(true) }),
      z.object({
        /** For the calls below; valid for two hours, and only while the link and its password are unchanged. */
        visit: z.string(),
        downloads: z.boolean(),
        document: linkedDocument,
      }),
    ]),
    errors: ['not_found', 'validation_failed'],
  }),
  list: endpoint({
    method: 'POST',
    path: '/public/links/documents',
    access: 'public',
    bodyLimit: limits.signInBytes,
    summary: 'What is in a linked folder, or in a folder below it: folders first, then by name',
    body: z.strictObject({ visit, in: id, ...pageQuery }),
    data: z.array(linkedDocument),
    paged: true,
    errors: ['not_found'],
  }),
  get: endpoint({
    method: 'POST',
    path: '/public/links/document',
    access: 'public',
    bodyLimit: limits.signInBytes,
    summary: 'The linked document, or one below the linked folder, with the folders in between',
    body: z.strictObject({ visit, document_id: id }),
    data: linkedDocument.extend({
      /** The folders above it, outermost first, starting with the linked one. */
      path: z.array(named),
    }),
    errors: ['not_found'],
  }),
  zip: endpoint({
    method: 'POST',
    path: '/public/links/zip',
    access: 'public',
    bodyLimit: limits.signInBytes,
    summary: 'Prepare a zip of the linked folder, or of a folder below it, where the link allows downloads',
    body: z.strictObject({ visit, document_id: id }),
    data: zipped,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  rendition: endpoint({
    method: 'POST',
    path: '/public/links/rendition',
    access: 'public',
    bodyLimit: limits.signInBytes,
    summary:
      'Have a PDF made of a Word or PowerPoint file from before 2007 that the visit sees; ask again until it is ready',
    body: z.strictObject({ visit, document_id: id }),
    data: rendition,
    errors: ['not_found', 'conflict'],
  }),
};
