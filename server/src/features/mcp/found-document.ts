import type { Document } from '@sheaf/contract';
import { z } from 'zod';
import type { ToolContext } from './tool.ts';

/** A document as assistants see it: what distinguishes it from others, and the address where people open it. */
export const foundDocument = z.object({
  id: z.string().describe('For read_document, or for list_folder where type is folder'),
  name: z.string(),
  type: z.string(),
  url: z.string().describe('Opens it in Sheaf, for people who may see it'),
  folder: z.string().nullable().describe('The folders above it, outermost first'),
  app: z.string().describe('Where it comes from, such as Google Drive'),
  account: z.string(),
  owner: z.string(),
  modified_at: z.string().nullable(),
  size_bytes: z.number().nullable(),
  labels: z.array(z.string()),
  collections: z.array(z.string()),
});
export type FoundDocument = z.output<typeof foundDocument>;

export const linkTo = ({ services, viewer }: ToolContext, path: string, search: Record<string, string> = {}): string =>
  `${services.config.publicUrl}${path}?${new URLSearchParams({ ...search, org: viewer.membership.organizationId })}`;

export function presentFound(context: ToolContext, document: Document): FoundDocument {
  const { id, name, type } = document;
  return {
    id,
    name,
    type,
    url: linkTo(context, '/directory', { [type === 'folder' ? 'in' : 'preview']: id }),
    folder: document.location.map((folder) => folder.name).join(' / ') || null,
    app: document.source.name,
    account: document.account.display_name ?? document.account.name,
    owner: document.created_by.name,
    modified_at: document.updated_at,
    size_bytes: document.size,
    labels: document.labels.map((label) => label.name),
    collections: document.collections.map((collection) => collection.name),
  };
}
