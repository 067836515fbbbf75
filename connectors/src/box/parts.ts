import { createHash, type Hash } from 'node:crypto';
import { ConnectorError } from '../kit/errors.ts';
import type { BoxItem } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import type { Upload } from './handle.ts';
import { BoxRefusal } from './refusals.ts';

/** Box accepts smaller files in one piece only. */
export const MIN_IN_PARTS = 20_000_000;

interface Part {
  part_id: string;
  offset: number;
  size: number;
  sha1: string;
}

/** Sends large files in parts of the size that Box requests, independent of the chunk size. */
export interface PartUploads {
  begin(upload: Upload): Promise<Upload>;
  /** `not_found` once the upload session has expired, after a week. */
  received(upload: Upload): Promise<number>;
  put(upload: Upload, chunk: { offset: number; bytes: Uint8Array }): Promise<void>;
  /** The hash of all bytes, if all of them were sent in this session. */
  sha1(upload: Upload): string | null;
  commit(upload: Upload, sha1: string): Promise<BoxItem>;
  abort(upload: Upload): Promise<void>;
}

/** The state of an upload in this session, and the beginning of the next part. */
interface Progress {
  /** Box has all bytes before this offset. */
  sent: number;
  /** The hash of the bytes before `sent`; null if some of them were sent before a restart. */
  hash: Hash | null;
  next: Buffer | null;
  filled: number;
}

const MAX_PARTS = 1000;
const pathOf = ({ parts }: Upload) => `files/upload_sessions/${parts!.session}`;
const digestHeader = (sha1: Buffer) => `sha=${sha1.toString('base64')}`;

export function createPartUploads(gateway: Gateway): PartUploads {
  const progresses = new Map<string, Progress>();

  async function listParts(upload: Upload): Promise<Part[]> {
    const parts: Part[] = [];
    for (;;) {
      const query = { limit: String(MAX_PARTS), offset: String(parts.length) };
      const page = await gateway.upload<{ entries: Part[]; total_count: number }>(`${pathOf(upload)}/parts`, { query });
      parts.push(...page.entries);
      if (page.entries.length === 0 || parts.length >= page.total_count) break;
    }
    return parts.sort((a, b) => a.offset - b.offset);
  }

  async function sendPart(upload: Upload, offset: number, bytes: Uint8Array): Promise<void> {
    const sha1 = createHash('sha1').update(bytes).digest();
    const headers = {
      'content-type': 'application/octet-stream',
      'content-range': `bytes ${offset}-${offset + bytes.length - 1}/${upload.size}`,
      digest: digestHeader(sha1),
    };
    try {
      await gateway.command('upload', pathOf(upload), { method: 'PUT', headers, body: bytes });
    } catch (error) {
      if (!(error instanceof BoxRefusal && error.reason === 'range_overlaps_existing_range')) throw error;
      // The part had arrived; only the answer was lost.
      const held = (await listParts(upload)).find((part) => part.offset === offset);
      if (held?.size !== bytes.length || held.sha1 !== sha1.toString('hex')) throw error;
    }
  }

  function progressAt({ key, parts }: Upload, offset: number): Progress {
    const known = progresses.get(key);
    if (known && known.sent + known.filled === offset) return known;
    if (known?.sent === offset) return Object.assign(known, { filled: 0 });
    if (offset % parts!.size !== 0) throw new ConnectorError('conflict', `No part of the upload begins at ${offset}`);
    const progress = { sent: offset, hash: offset === 0 ? createHash('sha1') : null, next: null, filled: 0 };
    progresses.set(key, progress);
    return progress;
  }

  return {
    async begin(upload) {
      const json = { folder_id: upload.folder, file_name: upload.name, file_size: upload.size };
      const session = await gateway.upload<{ id: string; part_size: number }>('files/upload_sessions', {
        method: 'POST',
        json,
      });
      return { ...upload, parts: { session: session.id, size: session.part_size } };
    },

    async received(upload) {
      return endOf(await listParts(upload));
    },

    async put(upload, { offset, bytes }) {
      const progress = progressAt(upload, offset);
      for (let at = 0; at < bytes.length; ) {
        const length = Math.min(upload.parts!.size, upload.size - progress.sent);
        const rest = bytes.subarray(at, at + length - progress.filled);
        at += rest.length;
        let part: Uint8Array | null = rest;
        // A chunk usually is a part. Otherwise, parts are assembled from pieces of chunks.
        if (progress.filled > 0 || rest.length < length) {
          progress.next ??= Buffer.allocUnsafe(upload.parts!.size);
          progress.next.set(rest, progress.filled);
          progress.filled += rest.length;
          part = progress.filled === length ? progress.next.subarray(0, length) : null;
        }
        if (part === null) return;
        progress.filled = 0;
        await sendPart(upload, progress.sent, part);
        progress.hash?.update(part);
        progress.sent += length;
        if (progress.sent === upload.size) progress.next = null;
      }
    },

    sha1({ key, size }) {
      const progress = progresses.get(key);
      return progress?.sent === size ? (progress.hash?.copy().digest('hex') ?? null) : null;
    },

    async commit(upload, sha1) {
      const parts = await listParts(upload);
      const end = endOf(parts);
      if (end !== upload.size) throw new ConnectorError('corrupt', `Box has ${end} of ${upload.size} bytes`);
      const attributes = upload.modifiedAt === null ? {} : { content_modified_at: upload.modifiedAt };
      const { entries } = await gateway.upload<{ entries: BoxItem[] }>(`${pathOf(upload)}/commit`, {
        method: 'POST',
        headers: { digest: digestHeader(Buffer.from(sha1, 'hex')) },
        json: { parts, attributes },
      });
      progresses.delete(upload.key);
      return entries[0]!;
    },

    async abort(upload) {
      progresses.delete(upload.key);
      await gateway.command('upload', pathOf(upload), { method: 'DELETE', accept: [404] });
    },
  };
}

/** The end of the parts that follow each other without a gap. */
function endOf(parts: readonly Part[]): number {
  let end = 0;
  for (const { offset, size } of parts) if (offset === end) end += size;
  return end;
}
