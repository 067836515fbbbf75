import { transfers } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { self } from './requests/choose.ts';
import { cancel, pause, remove, resume, retry, setRepeat } from './requests/control.ts';
import { createTransfer } from './requests/create.ts';
import { createFolder } from './requests/create-folder.ts';
import { getTransfer, listMyFiles, pageOfItems, pageOfTransfers } from './requests/list.ts';
import { previewTransfer } from './requests/preview.ts';
import { report, reportPath } from './requests/report.ts';

export const transferRoutes = [
  answer(transfers.create, ({ viewer, body }, services) => createTransfer(services, viewer, self(viewer), body)),
  answer(transfers.preview, ({ viewer, body }, services) => previewTransfer(services, viewer, body)),
  answer(transfers.list, ({ viewer, query }, services) => pageOfTransfers(services, viewer, query)),
  answer(transfers.myFiles, ({ viewer }, services) => listMyFiles(services, viewer)),
  answer(transfers.createFolder, ({ viewer, body }, services) => createFolder(services, viewer, body)),
  answer(transfers.get, ({ viewer, params }, services) => getTransfer(services, viewer, params.id)),
  answer(transfers.items, ({ viewer, params, query }, services) => pageOfItems(services, viewer, params.id, query)),
  answer(transfers.pause, ({ viewer, params }, services) => pause(services, viewer, params.id)),
  answer(transfers.resume, ({ viewer, params }, services) => resume(services, viewer, params.id)),
  answer(transfers.cancel, ({ viewer, params }, services) => cancel(services, viewer, params.id)),
  answer(transfers.retry, ({ viewer, params }, services) => retry(services, viewer, params.id)),
  answer(transfers.setRepeat, ({ viewer, params, body }, services) =>
    setRepeat(services, viewer, params.id, body.repeat),
  ),
  answer(transfers.report, ({ viewer, params, query }, services) => report(services, viewer, params.id, query.format)),
  answer(transfers.reportPath, ({ viewer, params, body }, services) =>
    reportPath(services, viewer, params.id, body.format),
  ),
  answer(transfers.delete, ({ viewer, params }, services) => remove(services, viewer, params.id).then(done)),
];
