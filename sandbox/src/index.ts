export { type DropboxOptions, type DropboxSandbox, startDropbox } from './dropbox/server.ts';
export { type GoogleOptions, type GoogleSandbox, startGoogle } from './google/server.ts';
export { type S3Options, startS3 } from './s3/server.ts';
export {
  provide,
  type ServedFolder,
  type SftpServer,
  serveFolder,
  startApache,
  startOpenssh,
  startRclone,
  type WebdavServer,
} from './servers/index.ts';
export type { RunningServer as S3Sandbox } from './shared/listen.ts';
