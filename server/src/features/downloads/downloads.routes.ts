import { contract } from '@sheaf/contract';
import { answer } from '../../http/route.ts';
import { downloadDocument } from './file-answer.ts';
import { prepareZip } from './prepare-zip.ts';

const { documents } = contract;

export const downloadRoutes = [
  answer(documents.download, ({ viewer, params }, services) => downloadDocument(services, viewer, params.id)),
  answer(documents.zip, ({ viewer, body }, services) => prepareZip(services, viewer, body.document_ids)),
];
