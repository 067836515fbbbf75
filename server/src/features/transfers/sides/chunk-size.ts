import type { UploadLimits } from '@sheaf/connectors';

const usualChunk = 8 * 1024 * 1024;

/** The chunk size for a file: the usual one, or larger if the destination limits the number of chunks. */
export function chunkSizeFor(limits: UploadLimits, size: number): number {
  const { chunkMultiple, minChunk = 0, maxChunk, maxChunks } = limits;
  const usual = Math.max(1, Math.floor(usualChunk / chunkMultiple)) * chunkMultiple;
  const minForCount = maxChunks === undefined ? 0 : Math.ceil(size / maxChunks / chunkMultiple) * chunkMultiple;
  return Math.min(maxChunk, Math.max(usual, minChunk, minForCount));
}
