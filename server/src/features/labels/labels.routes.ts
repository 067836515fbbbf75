import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { changeLabel, createLabel, deleteLabel, getLabel, pageOfLabels, restoreLabel } from './labels.service.ts';

const { labels } = contract;

export const labelRoutes = [
  answer(labels.create, ({ viewer, body }, services) => createLabel(services, viewer, body)),
  answer(labels.list, ({ viewer, query }, services) => pageOfLabels(services, viewer, query)),
  answer(labels.get, ({ viewer, params }, services) => getLabel(services, viewer, params.id)),
  answer(labels.update, ({ viewer, params, body }, services) => changeLabel(services, viewer, params.id, body)),
  answer(labels.delete, ({ viewer, params }, services) => deleteLabel(services, viewer, params.id).then(done)),
  answer(labels.restore, ({ viewer, params }, services) => restoreLabel(services, viewer, params.id)),
];
