import { upload as uploadTo } from '../../server/src/testing/upload.ts';
import { origin } from './origin.ts';
import type { Person } from './people.ts';

/** Puts a file into the person's My files; answers its id. */
export const upload = ({ token }: Person, name: string, bytes: Uint8Array | string): Promise<string> =>
  uploadTo(origin, token, name, bytes);
