import { googleOAuth } from '../kit/google/oauth.ts';

/** Reading only. The narrower gmail.metadata opens neither bodies nor attachments. */
export const auth = googleOAuth({ name: 'Gmail', scope: 'https://www.googleapis.com/auth/gmail.readonly' });
