import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The start of an old office file. */
export const oldOffice = (text: string): Buffer =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(text)]);

const beginning = `#!/bin/sh
echo "$$" >> "$0.runs"
while [ $# -gt 1 ]; do if [ "$1" = --outdir ]; then out=$2; fi; shift; done
mkdir -p "$out"
`;

/** What it does with the file, "$1", instead of converting it. */
export const writesPdf = `{ printf '%%PDF-1.4 of '; tail -c +9 "$1"; } > "$out/document.pdf"`;

/** A program that takes the options of LibreOffice. */
export async function standIn(does: string) {
  const dir = await mkdtemp(join(tmpdir(), 'sheaf-stand-in-'));
  const program = join(dir, 'soffice');
  await writeFile(program, beginning + does, { mode: 0o755 });
  return {
    dir,
    program,
    /** Its process ids, one for each time it ran. */
    runs: async () =>
      (await readFile(`${program}.runs`, 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
