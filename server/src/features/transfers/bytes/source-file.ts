import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type ConnectorError, createHashTap, type Download, type HashAlgorithm, type Hashes } from '@sheaf/connectors';
import { createTurns } from '../../../platform/turns/turns.ts';
import type { Sending, SentItem } from '../run/run-context.ts';
import { attributeError } from '../sides/open-side.ts';
import { borrow, giveBackBuffer } from './buffers.ts';
import { buffersInTurn, changedMeanwhile, chunksOf, type Readings, readThrough } from './read-source.ts';

/** Bytes shared by all transfers of this process: whoever needs more than is left waits, and workspaces take turns. */
const memory = createTurns({ total: 48 * 1024 * 1024 });

/**
 * The bytes of one item as the source returns them now. A small file is read once and kept in memory, an export or a
 * file of unknown size in a temporary file; a large file is read while it is sent. All transfers share the memory.
 */
export class SourceFile implements Readings {
  readonly #run: Sending;
  readonly #item: SentItem;
  #kept: Uint8Array | null = null;
  #spool: string | null = null;
  #opened: Download | null = null;
  #release: (() => void) | null = null;
  #borrowed: Buffer[] = [];
  /** Null until it is known. */
  #size: number | null;
  revision = '';
  /** The known hashes of the bytes, reported by the source just now or computed. */
  hashes: Hashes = {};

  constructor(run: Sending, item: SentItem) {
    this.#run = run;
    this.#item = item;
    this.#size = item.kind === 'file' ? item.size : null;
  }

  get size(): number {
    if (this.#size === null) throw new Error('the size is not known yet');
    return this.#size;
  }

  get likelySize(): number | null {
    return this.#size;
  }

  /** The hashes to compute: the destination's, and SHA-256. */
  get algorithms(): HashAlgorithm[] {
    return ['sha256', ...this.#run.to.hashes.slice(0, 1)];
  }

  /** False for exports, which differ each time: an upload of one is never continued with another. */
  get isStable(): boolean {
    return this.#item.kind === 'file';
  }

  /** All of a small file, once it is prepared; its hashes are known then. */
  get whole(): Uint8Array | null {
    return this.#kept;
  }

  /** After this, size and revision are those of the bytes that will be read. */
  async prepare(): Promise<void> {
    if (this.#kept || this.#spool || this.#opened) return;
    const chunkBytes = this.#run.to.chunkBytes(this.#size ?? 0);
    const isSmall = this.#size !== null && this.#size <= chunkBytes;
    this.#release ??= await memory.take(this.#run.transfer.organization_id, {
      cost: isSmall ? this.#size! : buffersInTurn * chunkBytes,
    });
    this.#run.signal.throwIfAborted();
    if (this.#size === null) return this.#spoolAll();
    const download = await this.#download(0);
    this.#size = download.size ?? this.#size;
    if (isSmall && this.#size > chunkBytes) return this.#prepareGrown(download);
    this.revision = download.revision;
    if (isSmall) await this.#keep(download);
    else this.#opened = download;
  }

  /** The file has grown since it was listed, and needs the memory of a large one. */
  async #prepareGrown({ body }: Download): Promise<void> {
    body.destroy();
    this.#release?.();
    this.#release = null;
    await this.prepare();
  }

  /** A hash of the bytes at the source: as reported now, otherwise computed by reading all of them. */
  async hash(algorithm: HashAlgorithm): Promise<string> {
    const known = this.hashes[algorithm] ?? (await this.reportedNow())[algorithm];
    if (known !== undefined) return known;
    await this.prepare();
    if (this.hashes[algorithm] === undefined) {
      const tap = createHashTap([...new Set([...this.algorithms, algorithm])]);
      await readThrough((await this.open(0)).body, tap.update);
      if (tap.size !== this.size) throw changedMeanwhile();
      this.hashes = { ...this.hashes, ...tap.hashes() };
    }
    return this.hashes[algorithm]!;
  }

  /** The hashes that the source reports at this moment. */
  async reportedNow(): Promise<Hashes> {
    if (!this.isStable || Object.keys(this.#item.hashes).length === 0) return {};
    const { hashes, revision } = await this.#run.from.files.stat(this.#item.remote_id);
    if (this.revision !== '' && this.revision !== revision) throw changedMeanwhile();
    this.revision = revision;
    this.hashes = { ...hashes, ...this.hashes };
    return this.hashes;
  }

  async open(start: number): Promise<Download> {
    const known = { size: this.#size, startsAt: start, revision: this.revision, hashes: {} };
    if (this.#kept) return { ...known, body: Readable.from([this.#kept.subarray(start)]) };
    if (this.#spool) return { ...known, body: createReadStream(this.#spool, { start }) };
    const opened = start === 0 ? this.#opened : null;
    this.#opened = null;
    return opened ?? this.#download(start);
  }

  async #download(start: number): Promise<Download> {
    const { from, signal } = this.#run;
    const { kind, remote_id, export_type } = this.#item;
    const options = start === 0 ? { signal } : { signal, range: { start } };
    const download =
      kind === 'native' && from.files.export
        ? await from.files.export(remote_id, export_type!, { signal })
        : await from.files.download(remote_id, options);
    download.body.on('error', (error: ConnectorError) => attributeError(error, from.account));
    return download;
  }

  async #keep(first: Download): Promise<void> {
    const tap = createHashTap([...this.algorithms, ...reportedAlgorithms(first)]);
    let opened: Download | null = first;
    const again = { size: this.size, open: async (start: number) => takeOnce() ?? this.#download(start) };
    const takeOnce = () => {
      const taken = opened;
      opened = null;
      return taken;
    };
    const parts: Buffer[] = [];
    const options = { from: 0, chunkBytes: this.#run.to.chunkBytes(this.size), tap, borrow: this.borrow };
    for await (const part of chunksOf(again, options)) parts.push(part);
    this.#kept = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    this.know(tap.hashes(), first.hashes);
  }

  /** The size is unknown, so it is written to a file first. */
  async #spoolAll(): Promise<void> {
    const path = join(this.#run.services.blobs.spoolDir, `transfer-${randomUUID()}`);
    const file = await open(path, 'wx', 0o640);
    this.#spool = path;
    try {
      const download = await this.#download(0);
      const tap = createHashTap([...this.algorithms, ...reportedAlgorithms(download)]);
      for await (const bytes of download.body as AsyncIterable<Buffer>) {
        tap.update(bytes);
        await file.writeFile(bytes);
      }
      if (download.size !== null && download.size !== tap.size) throw changedMeanwhile();
      this.#size = tap.size;
      this.revision = download.revision;
      this.know(tap.hashes(), download.hashes);
    } finally {
      await file.close();
    }
  }

  /** Uses the hashes of bytes read by an earlier run; null discards them. */
  assume(known: { revision: string; hashes: Hashes } | null): void {
    this.revision = known?.revision ?? '';
    this.hashes = known?.hashes ?? {};
  }

  /** Compares the computed hashes of all bytes with those reported by the source. */
  know(computed: Hashes, reportedBySource: Hashes): void {
    for (const algorithm of Object.keys(reportedBySource) as HashAlgorithm[]) {
      const [is, should] = [computed[algorithm], reportedBySource[algorithm]];
      if (is !== undefined && is !== should) throw changedMeanwhile();
    }
    this.hashes = { ...reportedBySource, ...computed };
  }

  borrow = (length: number): Buffer => {
    const buffer = borrow(length);
    this.#borrowed.push(buffer);
    return buffer;
  };

  /** Called after success: nothing in progress can still read the buffers. */
  giveBackBuffers(): void {
    for (const buffer of this.#borrowed.splice(0)) giveBackBuffer(buffer);
  }

  async close(): Promise<void> {
    this.#opened?.body.destroy();
    this.#kept = null;
    this.#release?.();
    if (this.#spool) await rm(this.#spool, { force: true });
  }
}

/** The hashes reported by the source of what it sends, to be computed and compared. */
export const reportedAlgorithms = ({ hashes }: Download): HashAlgorithm[] =>
  (Object.keys(hashes) as HashAlgorithm[]).slice(0, 1);
