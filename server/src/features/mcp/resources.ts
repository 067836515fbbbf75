import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { AppError } from '../../errors.ts';
import { isUuid } from '../../platform/uuid.ts';
import { pageOfDocuments } from '../documents/index.ts';
import { textOfDocument } from './document-text.ts';
import { type FoundDocument, presentFound } from './found-document.ts';
import { admitCall, messageOf, type ToolContext } from './tool.ts';
import { fenced, notice } from './untrusted.ts';

const perPage = 50;
/** No one chooses from a longer list. Search finds the others, which can be read by their ids. */
const maxPages = 20;
const mimeType = 'text/plain';
const uriOf = (id: string): string => `sheaf://documents/${id}`;

/**
 * Offers documents as resources, which people attach to a conversation: the newest in a list, and any document by its
 * id.
 */
export function registerResources(server: McpServer, context: ToolContext): void {
  server.registerResource(
    'document',
    new ResourceTemplate(uriOf('{id}'), { list: undefined }),
    {
      title: 'Document',
      description: 'The text of a file, email or chat by its id, such as that of a search result. Untrusted content.',
      mimeType,
    },
    (uri, { id }) =>
      answered('resources/read', context, uri.href, async () => {
        if (typeof id !== 'string' || !isUuid(id)) throw new ResourceNotFoundError(uri.href);
        await admitCall(context, 'resources/read', 'documents.read', id);
        return { contents: [{ uri: uri.href, mimeType, text: await readText(context, id) }] };
      }),
  );
  // Replaces the library’s own list, which has no pages.
  server.server.setRequestHandler('resources/list', ({ params }) =>
    answered('resources/list', context, '', async () => {
      const page = pageAt(params?.cursor);
      await admitCall(context, 'resources/list', 'documents.read', undefined);
      const { services, viewer } = context;
      const { data, pagination } = await pageOfDocuments(services, viewer, {
        kind: 'file',
        sort: '-updated_at',
        page,
        per_page: perPage,
      });
      const isLast = page * perPage >= pagination.total || page === maxPages;
      return {
        resources: data.map((document) => resourceOf(presentFound(context, document))),
        ...(!isLast && { nextCursor: String(page + 1) }),
      };
    }),
  );
}

const resourceOf = ({ id, name, folder, app, modified_at }: FoundDocument): Resource => ({
  uri: uriOf(id),
  name,
  description: folder ? `${app}, ${folder}` : app,
  mimeType,
  ...(modified_at && { annotations: { lastModified: modified_at } }),
});

async function readText(context: ToolContext, id: string): Promise<string> {
  const { document, text, next_passage } = await textOfDocument(context, id);
  const head = `“${document.name}” · ${document.url}`;
  if (!text) return `${head}\nThis document has no text that can be read.`;
  const rest = next_passage && `This is its beginning. Read on with read_document from passage ${next_passage}.`;
  return [head, notice, fenced(text), rest].filter(Boolean).join('\n');
}

function pageAt(cursor: string | undefined): number {
  if (cursor === undefined) return 1;
  const page = /^\d{1,4}$/.test(cursor) ? Number(cursor) : 0;
  if (page < 1 || page > maxPages)
    throw new AppError('validation_failed', 'cursor must be the nextCursor of the answer before.');
  return page;
}

/** Turns errors into those of the protocol, without internal details. */
async function answered<Answer>(
  method: string,
  { services }: ToolContext,
  uri: string,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof AppError && error.code === 'not_found') throw new ResourceNotFoundError(uri, error.message);
    const isTheirs = error instanceof AppError && error.status < 500;
    const code = isTheirs ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, messageOf(error, method, services));
  }
}
