import { Random } from '../random.ts';

/** A melody of plain tones, 8 kHz, 8 bits. */
export function wav(seed: string): Buffer {
  const random = new Random(seed);
  const notes = Array.from({ length: random.between(3, 8) }, () => random.pick([262, 294, 330, 392, 440, 523]));
  const samples = Buffer.alloc(notes.length * 1000);
  for (let at = 0; at < samples.length; at++) {
    const note = notes[Math.floor(at / 1000)]!;
    samples[at] = 128 + Math.round(90 * Math.sin((2 * Math.PI * note * at) / 8000));
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** Some seconds of silence: MPEG-1 layer III frames (128 kbit/s, 44.1 kHz) without data, after a title tag. */
export function mp3(seed: string): Buffer {
  const random = new Random(seed);
  const text = Buffer.from(`\0Take ${random.between(1, 99)}`);
  const tag = Buffer.from([...Buffer.from('ID3'), 3, 0, 0, 0, 0, 0, 10 + text.length]);
  const title = Buffer.from([...Buffer.from('TIT2'), 0, 0, 0, text.length, 0, 0, ...text]);
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0xc4]);
  return Buffer.concat([tag, title, ...Array.from({ length: random.between(40, 120) }, () => frame)]);
}
