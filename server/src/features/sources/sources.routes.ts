import { contract } from '@sheaf/contract';
import { answer } from '../../http/route.ts';
import { beginConnect, credentialForm, finishConnect, submitCredentials } from './connect/connect.ts';
import {
  browse,
  connectedSources,
  disconnect,
  filesToChoose,
  listSources,
  pageOfAccounts,
  renameAccount,
} from './sources.service.ts';

const { sources } = contract;

export const sourceRoutes = [
  answer(sources.list, async (_, services) => listSources(services)),
  answer(sources.connected, ({ viewer, query }, services) => connectedSources(services, viewer, query.search)),
  answer(sources.accounts, ({ viewer, query }, services) => pageOfAccounts(services, viewer, query)),
  answer(sources.beginOAuth, ({ viewer, body }, services) => beginConnect(services, viewer, body)),
  answer(sources.finishOAuth, ({ viewer, body }, services) => finishConnect(services, viewer, body)),
  answer(sources.credentialForm, ({ viewer, body }, services) =>
    credentialForm(services, viewer, body.source, body.state),
  ),
  answer(sources.submitCredentials, ({ viewer, body }, services) => submitCredentials(services, viewer, body)),
  answer(sources.files, ({ viewer, body }, services) => filesToChoose(services, viewer, body)),
  answer(sources.browse, ({ viewer, body }, services) => browse(services, viewer, body)),
  answer(sources.rename, ({ viewer, params, body }, services) =>
    renameAccount(services, viewer, params.id, body.display_name),
  ),
  answer(sources.disconnect, ({ viewer, params }, services) => disconnect(services, viewer, params.id)),
];
