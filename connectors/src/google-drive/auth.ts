import { googleOAuth } from '../kit/google/oauth.ts';

/** All of Drive, to read for syncing and to write for transfers. */
export const auth = googleOAuth({ name: 'Google Drive', scope: 'https://www.googleapis.com/auth/drive' });
