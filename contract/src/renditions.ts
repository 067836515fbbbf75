import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { id } from './calls/fields.ts';
import { extensionOf } from './document-types.ts';

/**
 * Word and PowerPoint files from before 2007, including templates and shows, of which a PDF is made for browsers. Old
 * workbooks can be shown without one.
 */
export const isOldOffice = (name: string): boolean => /^(do[ct]|pp[ts])$/.test(extensionOf(name));

export const rendition = z.object({
  state: z.enum(['preparing', 'ready', 'unavailable']),
  /** The address of the PDF, below /storage/. */
  local_path: z.string().nullable(),
  /** Why there is none. */
  reason: z.string().nullable(),
});

export const renditions = {
  prepare: endpoint({
    method: 'POST',
    path: '/documents/{id}/rendition',
    access: 'documents.read',
    summary:
      'Have a PDF made of a Word or PowerPoint file from before 2007, so that it can be shown; ask again until it is ready',
    params: z.strictObject({ id }),
    data: rendition,
    errors: ['not_found', 'conflict'],
    whileReadOnly: true,
  }),
};
