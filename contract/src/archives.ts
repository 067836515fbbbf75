import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { pageQuery } from './calls/envelope.ts';
import { id, required, text, timestamp } from './calls/fields.ts';
import { documentTypes } from './document-types.ts';
import { named } from './documents.ts';

const archiveEntry = z
  .object({
    /** Among those of the archive. */
    id: z.string(),
    name: z.string(),
    /** In the archive, with slashes. */
    path: z.string(),
    type: z.enum(documentTypes),
    /** Null of folders. */
    size: z.int().nullable(),
    updated_at: timestamp.nullable(),
    /** Below /storage/, as of documents; null of folders, and of what can’t be taken out. */
    local_path: z.string().nullable(),
    /** Why it can’t be taken out; null where it can. */
    problem: z.string().nullable(),
    /** Why a file that can be taken out can’t be saved to My files by this person; null where it can, and of folders. */
    save_problem: z.string().nullable(),
  })
  .meta({ id: 'ArchiveEntry' });
export type ArchiveEntry = z.output<typeof archiveEntry>;

export const archives = {
  list: endpoint({
    method: 'GET',
    path: '/documents/{id}/archive',
    access: 'documents.read',
    summary: 'What is in a folder of a zip, tar or tar.gz, folders first; `path` left out: at its top level',
    params: z.strictObject({ id }),
    query: z.strictObject({ ...pageQuery, path: text(2000).optional() }),
    data: z.array(archiveEntry),
    paged: true,
    errors: ['not_found', 'conflict'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/documents/{id}/archive/save',
    access: 'sources.own',
    summary:
      'Save a file of an archive to My files, with another name where its own is taken; `entry` and `path` as they are in the list',
    params: z.strictObject({ id }),
    body: z.strictObject({ entry: required(40), path: text(2000) }),
    /** What it is there, as it may have been renamed. */
    data: named,
    status: 201,
    errors: ['not_found', 'conflict', 'plan_limit'],
  }),
};
