import type { Document } from '@sheaf/contract';
import { IconAlertTriangle, IconCloudDownload, IconCloudUpload, IconStarFilled, IconUsers } from '@tabler/icons-react';
import classes from '../document-table.module.css';

/**
 * Icons after a name: starred, shared, still being uploaded to its app, or with content that is being fetched or could
 * not be.
 */
export function DocumentMarks({ document }: { document: Document }) {
  const { starred, shared, own, uploading, source, content } = document;
  return (
    <>
      {starred ? (
        <span className={classes.star} role="img" aria-label="Starred" title="Starred">
          <IconStarFilled size={14} aria-hidden />
        </span>
      ) : null}
      {shared || !own ? <Mark icon={IconUsers} name={own ? 'Shared' : 'Shared with you'} /> : null}
      {uploading ? <Mark icon={IconCloudUpload} name={`Uploading to ${source.name}…`} /> : null}
      {content === 'pending' ? <Mark icon={IconCloudDownload} name="Not downloaded yet" /> : null}
      {content === 'failed' ? <Mark icon={IconAlertTriangle} name="Couldn’t get this file" /> : null}
    </>
  );
}

function Mark({ icon: Picture, name }: { icon: typeof IconUsers; name: string }) {
  return (
    <span className={classes.mark} role="img" aria-label={name} title={name}>
      <Picture size={14} stroke={1.8} aria-hidden />
    </span>
  );
}
