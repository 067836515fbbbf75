import { type Document, may } from '@sheaf/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChoicesContext } from '../../features/documents/choices.ts';
import { DocumentBrowser } from '../../features/documents/components/document-browser.tsx';
import type { Scope } from '../../features/documents/document-query.ts';
import type { DocumentSearch } from '../../features/documents/document-search.ts';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { useChoices } from './use-choices.ts';

interface DocumentPageProps {
  label: string;
  search: DocumentSearch;
  scope?: Scope;
  place?: ReactNode;
  empty: ReactNode;
}

const everything: Scope = {};

/** The list of documents with what other features add to it: preview, sharing, labels, collections, accounts. */
export function DocumentPage({ label, search, scope = everything, place, empty }: DocumentPageProps) {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const navigate = useNavigate();
  const openFolder = ({ id }: Pick<Document, 'id'>) =>
    void navigate({ to: '/directory', search: { parent_id: id, view: search.view } });
  return (
    <ChoicesContext value={useChoices(search)}>
      <DocumentBrowser
        label={label}
        search={search}
        scope={scope}
        place={place}
        empty={empty}
        mayShare={may(info.role, 'documents.share')}
        mayTransfer={may(info.role, 'sources.own')}
        onSearch={(next, how) => void navigate({ to: '.', search: next, ...how })}
        onOpenFolder={openFolder}
        onShare={() => {}}
        onSwitchCloud={(ids) => void navigate({ to: '/switch-cloud/transfer', search: { documents: ids.join(',') } })}
      />
    </ChoicesContext>
  );
}
