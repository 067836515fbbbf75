import { dropbox } from './dropbox/index.ts';
import { googleDrive } from './google-drive/index.ts';
import type { Connector } from './kit/connector.ts';
import { sftp } from './sftp/index.ts';
import { webdav } from './webdav/index.ts';

/** Every source there is, in the order it is offered. */
export const connectors: readonly Connector[] = [googleDrive, dropbox, webdav, sftp];
