import type { FunctionComponent } from 'react';
import { OtherApp } from './app.tsx';
import { Box } from './box.tsx';
import { Dropbox } from './dropbox.tsx';
import { Gmail } from './gmail.tsx';
import { GoogleDrive } from './google-drive.tsx';
import { Imap } from './imap.tsx';
import { OneDrive } from './onedrive.tsx';
import { S3 } from './s3.tsx';
import { Sftp } from './sftp.tsx';
import { Slack } from './slack.tsx';
import classes from './source-icon.module.css';
import { Uploads } from './uploads.tsx';
import { WebDav } from './webdav.tsx';

const drawings: Readonly<Record<string, FunctionComponent>> = {
  'google-drive': GoogleDrive,
  gmail: Gmail,
  dropbox: Dropbox,
  onedrive: OneDrive,
  box: Box,
  slack: Slack,
  webdav: WebDav,
  s3: S3,
  sftp: Sftp,
  imap: Imap,
  uploads: Uploads,
};

/** The picture of a source on a tile. Decorative: the name stands beside it. */
export function SourceIcon({ slug, size = 40 }: { slug: string; size?: number }) {
  const Drawing = drawings[slug] ?? OtherApp;
  return (
    <span className={classes.tile} style={{ width: size, height: size }}>
      <svg
        width={size * 0.6}
        height={size * 0.6}
        viewBox="0 0 24 24"
        fill="none"
        strokeWidth="3.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        <Drawing />
      </svg>
    </span>
  );
}
