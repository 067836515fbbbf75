export { type BoxOptions, type BoxSandbox, startBox } from './box/server.ts';
export { type DropboxOptions, type DropboxSandbox, startDropbox } from './dropbox/server.ts';
export { type GoogleOptions, type GoogleSandbox, startGoogle } from './google/server.ts';
export { type GraphOptions, type GraphSandbox, startGraph } from './graph/server.ts';
export { type ModelScript, type ModelStep, type ModelsSandbox, startModels } from './models/server.ts';
export { bucketFolders, type RawStore } from './s3/folders.ts';
export { oddStore, type Quirks as S3Quirks, vendors as s3Vendors } from './s3/quirks.ts';
export { type S3Options, type S3Sandbox, startS3 } from './s3/server.ts';
export {
  freePort,
  type ImapServer,
  type Pooler,
  type Program,
  type Proxy,
  provide,
  type S3Server,
  type ServedFolder,
  type SftpServer,
  serveFolder,
  startApache,
  startDovecot,
  startNginx,
  startOpenssh,
  startPgbouncer,
  startPostgres,
  startRclone,
  startSwift,
  type WebdavServer,
} from './servers/index.ts';
export { type Outside, outsideOf } from './shared/outside.ts';
export { Random } from './shared/random.ts';
export { type SlackOptions, type SlackSandbox, startSlack } from './slack/server.ts';
export { type StripeOptions, type StripeSandbox, startStripe } from './stripe/server.ts';
