import type { files } from 'dropbox';
import { ConnectorError } from '../kit/errors.ts';
import type { Download, FileReads, ReadOptions } from '../kit/session.ts';
import { formatFor, hashesOf } from './adapt.ts';
import type { DownloadAnswer, Gateway } from './gateway.ts';
import { browse } from './listing/browse.ts';
import { createChanges } from './listing/changes.ts';
import { enumerate } from './listing/enumerate.ts';
import { lookUp, pathOf, placed } from './lookup.ts';

export function createReads(gateway: Gateway): FileReads {
  return {
    enumerate: (scope, options) => enumerate(gateway, scope, options),
    changes: createChanges(gateway),

    browse: (parent, page) => browse(gateway, parent, page),

    async stat(id) {
      return placed(gateway, await lookUp(gateway, id));
    },

    async download(id, options = {}) {
      const { signal, range } = options;
      const asked = { path: pathOf(id) };
      const answer = await gateway.download<files.FileMetadata>('files/download', asked, {
        ...(signal && { signal }),
        ...(rangeOf(range) && { range: rangeOf(range)! }),
      });
      const { result } = answer;
      return { ...read(answer), size: result.size, revision: result.rev, hashes: hashesOf(result) };
    },

    async export(id, mimeType, { signal } = {}) {
      const entry = await lookUp(gateway, id);
      const format = entry['.tag'] === 'file' ? formatFor(entry, mimeType) : undefined;
      if (format === undefined) throw new ConnectorError('forbidden', `Dropbox does not export this to ${mimeType}`);
      const asked = { path: pathOf(id), ...(format !== null && { export_format: format }) };
      const answer = await gateway.download<files.ExportResult>('files/export', asked, { ...(signal && { signal }) });
      const { export_metadata, file_metadata } = answer.result;
      const hashes = hashesOf({ content_hash: export_metadata.export_hash });
      return { ...read(answer), size: export_metadata.size, revision: file_metadata.rev, hashes };
    },
  };
}

/** A complete file is requested without a range, because Dropbox refuses a range of an empty file. */
function rangeOf(range: ReadOptions['range']): string | undefined {
  if (range === undefined || (range.start === 0 && range.end === undefined)) return undefined;
  return `bytes=${range.start}-${range.end ?? ''}`;
}

function read({ body, status, contentRange }: DownloadAnswer<unknown>): Pick<Download, 'body' | 'startsAt'> {
  const start = status === 206 ? /^bytes (\d+)-/.exec(contentRange ?? '')?.[1] : undefined;
  return { body, startsAt: Number(start ?? 0) };
}
