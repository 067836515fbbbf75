import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { edge, quality } from './task.ts';

const run = promisify(execFile);
const seconds = 15;

/**
 * The format by the file's first bytes. With the format given, a file can't make ffmpeg use one that opens other files.
 */
const formats: [offset: number, bytes: string, format: string][] = [
  [4, 'ftyp', 'mov'],
  [4, 'moov', 'mov'],
  [4, 'mdat', 'mov'],
  [0, '\x1a\x45\xdf\xa3', 'matroska'],
  [8, 'AVI ', 'avi'],
  [0, 'OggS', 'ogg'],
  [0, '\x00\x00\x01\xba', 'mpeg'],
];

const limits = `-nostdin -v error -timelimit ${seconds} -max_alloc 400000000 -threads 1 -protocol_whitelist file`;
const wanted = `-an -sn -dn -frames:v 1 -vf thumbnail=24,scale=${edge}:${edge}:force_original_aspect_ratio=decrease`;
const asPng = '-f image2pipe -c:v png pipe:1';

/** A frame of the first second, if this machine has ffmpeg. */
export async function drawVideo(path: string): Promise<Uint8Array> {
  const input = ['-f', await formatOf(path), '-i', `file:${path}`];
  const { stdout } = await run('ffmpeg', [limits.split(' '), input, wanted.split(' '), asPng.split(' ')].flat(), {
    encoding: 'buffer',
    // By the clock, for one that hangs: its computing time is limited above.
    timeout: 5 * seconds * 1000,
    killSignal: 'SIGKILL',
    maxBuffer: 4 * 1024 * 1024,
  });
  return sharp(stdout).webp({ quality }).toBuffer();
}

async function formatOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0);
    const found = formats.find(([offset, bytes]) => buffer.toString('latin1', offset, offset + bytes.length) === bytes);
    if (!found) throw new Error('not a known video');
    return found[2];
  } finally {
    await file.close();
  }
}
