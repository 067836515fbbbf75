import { createReadStream } from 'node:fs';
import { type JobHandler, jobType } from '../../../jobs/queue.ts';
import { onSlicedJob } from '../../../jobs/sliced.ts';
import { asFile } from '../../../platform/blobs/index.ts';
import { kept } from '../../../platform/memory.ts';
import { convertToPdf } from '../../../platform/office/to-pdf.ts';
import { findProgram } from '../../../platform/processes/find-program.ts';
import type { Services } from '../../../services.ts';
import { contentKey, renditionKey } from '../../storage/index.ts';
import { type Claimed, claimRendition, findRendition, recordRendition, returnRendition } from './renditions.queries.ts';

export const makeRenditionsJob = jobType<object>('renditions.make');

/** Longer than a conversion may take. */
const claimSeconds = 600;
/** If a worker died during a conversion, this may have been the cause. */
const maxTries = 3;
const maxBytes = 50 * 1024 ** 2;

/** One run makes all waiting renditions, so a second one in the same instance ends at once. */
const runOf = kept(() => ({ isBusy: false }));

/** Makes renditions one after another when they are requested, and every minute those that a dead worker has left. */
export const makeRenditions: JobHandler = {
  ...onSlicedJob(
    makeRenditionsJob,
    async (services, _, signal) => {
      const run = runOf(services);
      if (run.isBusy) return false;
      run.isBusy = true;
      try {
        return await makeNext(services, signal);
      } finally {
        run.isBusy = false;
      }
    },
    '* * * * *',
  ),
  ioBound: true,
};

async function makeNext(services: Services, signal: AbortSignal): Promise<boolean> {
  const { db, config } = services;
  const program = config.soffice && (await findProgram(config.soffice));
  if (!program) return false;
  const one = await claimRendition(db, claimSeconds);
  if (!one) return false;
  if (one.tries > maxTries) await recordRendition(db, one, { problem: 'Couldn’t prepare a preview of this file.' });
  else if (one.stored_size > maxBytes) await recordRendition(db, one, { problem: tooLarge });
  else await make(services, program, one, signal);
  return true;
}

const tooLarge = `This file is too large for a preview: files in this format can have up to ${maxBytes / 1024 ** 2} MB.`;

async function make({ db, blobs, log }: Services, program: string, one: Claimed, signal: AbortSignal): Promise<void> {
  const key = renditionKey(one.organization_id, one.sha256);
  try {
    const done = await asFile(blobs, contentKey(one.organization_id, one.sha256), (file) =>
      convertToPdf({ program, file, extension: one.extension, dir: blobs.spoolDir, signal }, async (made) => {
        if ('pdf' in made) await blobs.put(key, createReadStream(made.pdf), { contentType: 'application/pdf' });
        if (await recordRendition(db, one, made)) return;
        // Either the content was deleted meanwhile, or another worker made the same PDF, which stays.
        if ('pdf' in made && !(await findRendition(db, one))) await blobs.delete(key);
      }),
    );
    if (done === 'absent') await recordRendition(db, one, { problem: 'The contents of this file are missing.' });
  } catch (error) {
    if (signal.aborted) await returnRendition(db, one);
    log.warn({ err: error }, 'a preview could not be prepared');
    throw error;
  }
}
