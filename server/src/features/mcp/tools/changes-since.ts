import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { changesSince } from '../../documents/index.ts';
import { foundDocument, presentFound } from '../found-document.ts';
import { tool } from '../tool.ts';

const count = 25;
/** PostgreSQL has no year 0, and ids have no time before 1970. */
const earliest = new Date('1970-01-01T00:00:00Z');

export const changesSinceTool = tool({
  name: 'changes_since',
  title: 'What changed since',
  description: `List what was added, changed, renamed, moved or newly shared with the person since a time, newest first, ${count} at a time. Deleted documents aren’t listed. Pass next_cursor as cursor for older changes.`,
  permission: 'documents.read',
  input: z.strictObject({
    since: z.iso
      .datetime({ offset: true, error: 'Must be a time such as 2026-01-31T09:00:00Z' })
      .describe('A time such as 2026-01-31T09:00:00Z'),
    cursor: z.string().max(80).optional().describe('next_cursor of the answer before'),
  }),
  output: z.object({
    changes: z.array(
      z.object({
        at: z.string(),
        kinds: z.array(z.enum(['added', 'shared', 'changed', 'renamed', 'moved'])),
        document: foundDocument,
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
  async run(context, { since, cursor }) {
    const from = new Date(since);
    const { changes, next } = await changesSince(context.services, context.viewer, {
      since: from < earliest ? earliest : from,
      after: cursor === undefined ? undefined : placeOf(cursor),
      count,
    });
    return {
      changes: changes.map(({ at, kinds, document }) => ({
        at: at.toISOString(),
        kinds,
        document: presentFound(context, document),
      })),
      next_cursor: next && `${next.at.toISOString()}_${next.documentId}`,
    };
  },
});

function placeOf(cursor: string) {
  const [time = '', documentId = ''] = cursor.split('_');
  const at = new Date(time);
  if (Number.isNaN(at.getTime()) || at < earliest || !isUuid(documentId))
    throw new AppError('validation_failed', 'cursor must be the next_cursor of the answer before.');
  return { at, documentId: documentId.toLowerCase() };
}
