import { googleApp } from '../kit/google/app.ts';

export const app = googleApp({
  GOOGLE_DRIVE_API_URL: {
    meaning: 'Google Drive’s API, such as https://host/drive/v3; uploads are at /upload/drive/v3',
    url: 'drive',
    derive(api) {
      const drive = new URL(api).pathname === '/' ? `${api}/drive/v3` : api;
      return { drive, upload: new URL(`/upload${new URL(drive).pathname}`, drive).href };
    },
  },
});
