import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import {
  batchStatus,
  decideDeletions,
  openDocument,
  pageOfFailures,
  previewSettings,
  retryFailures,
  saveSettings,
  syncNow,
} from './sync.service.ts';

const { documents, sources } = contract;

export const syncRoutes = [
  answer(sources.syncSettings, ({ viewer, body }, services) => saveSettings(services, viewer, body)),
  answer(sources.previewSettings, ({ viewer, body }, services) => previewSettings(services, viewer, body)),
  answer(sources.syncNow, ({ viewer, params }, services) => syncNow(services, viewer, params.id)),
  answer(sources.decideDeletions, ({ viewer, params, body }, services) =>
    decideDeletions(services, viewer, params.id, body.action).then(done),
  ),
  answer(sources.failures, ({ viewer, params, query }, services) => pageOfFailures(services, viewer, params.id, query)),
  answer(sources.retryFailures, ({ viewer, params }, services) => retryFailures(services, viewer, params.id)),
  answer(sources.batchStatus, ({ viewer, params }, services) => batchStatus(services, viewer, params.id)),
  answer(documents.open, ({ viewer, params }, services) => openDocument(services, viewer, params.id).then(done)),
];
