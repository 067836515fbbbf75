import { box } from './box/index.ts';
import { dropbox } from './dropbox/index.ts';
import { gmail } from './gmail/index.ts';
import { googleDrive } from './google-drive/index.ts';
import { google as googleMail, imap, microsoft as microsoftMail } from './imap/index.ts';
import type { Connector } from './kit/connector.ts';
import { onedrive } from './onedrive/index.ts';
import { s3 } from './s3/index.ts';
import { sftp } from './sftp/index.ts';
import { slack } from './slack/index.ts';
import { webdav } from './webdav/index.ts';

/** Every source there is, in the order it is offered. */
export const connectors: readonly Connector[] = [
  googleDrive,
  onedrive,
  dropbox,
  box,
  gmail,
  slack,
  webdav,
  s3,
  sftp,
  imap,
  microsoftMail,
  googleMail,
];
