import { contract } from '@sheaf/contract';
import { answer } from '../../http/route.ts';
import { listArchiveFolder } from './archive/list-folder.ts';
import { saveEntry } from './archive/save-entry.ts';
import { downloadDocument } from './file-answer.ts';
import { prepareZip } from './prepare-zip.ts';
import { askRendition } from './renditions/ask-rendition.ts';

const { archives, documents, renditions } = contract;

export const downloadRoutes = [
  answer(documents.download, ({ viewer, params }, services) => downloadDocument(services, viewer, params.id)),
  answer(archives.list, ({ viewer, params, query }, services) => listArchiveFolder(services, viewer, params.id, query)),
  answer(archives.save, ({ viewer, params, body }, services) => saveEntry(services, viewer, params.id, body)),
  answer(renditions.prepare, ({ viewer, params }, services) => askRendition(services, viewer, params.id)),
  answer(documents.zip, ({ viewer, body }, services) => prepareZip(services, viewer, body)),
];
