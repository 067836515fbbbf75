import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { deleteOrganization, restoreOrganization } from './delete-organization.ts';
import {
  changeLogo,
  changeOrganization,
  getOrganization,
  listOrganizations,
  listRestorable,
  startOrganization,
} from './organizations.service.ts';
import { changeSecurity, getSecurity } from './security.ts';

const { organizations } = contract;

export const organizationRoutes = [
  answer(organizations.list, ({ viewer }, services) => listOrganizations(services, viewer)),
  answer(organizations.create, ({ viewer, body }, services) => startOrganization(services, viewer, body)),
  answer(organizations.listDeleted, ({ viewer }, services) => listRestorable(services, viewer)),
  answer(organizations.get, ({ viewer, params }, services) => getOrganization(services, viewer, params.id)),
  answer(organizations.update, ({ viewer, body }, services) => changeOrganization(services, viewer, body)),
  answer(organizations.setLogo, ({ viewer, picture }, services) => changeLogo(services, viewer, picture)),
  answer(organizations.removeLogo, ({ viewer }, services) => changeLogo(services, viewer, null)),
  answer(organizations.delete, ({ viewer }, services) => deleteOrganization(services, viewer).then(done)),
  answer(organizations.security, ({ viewer }, services) => getSecurity(services, viewer)),
  answer(organizations.updateSecurity, ({ viewer, body }, services) => changeSecurity(services, viewer, body)),
  answer(organizations.restore, async ({ viewer, params }, services) => {
    await restoreOrganization(services, viewer, params.id);
    return getOrganization(services, viewer, params.id);
  }),
];
