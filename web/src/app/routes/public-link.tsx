import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { createVisitClient, openQuery, visitedQuery } from '../../features/visits/api/visits.ts';
import { NotAvailable } from '../../features/visits/components/not-available.tsx';
import { PasswordForm } from '../../features/visits/components/password-form.tsx';
import { VisitedFolder } from '../../features/visits/components/visited-folder.tsx';
import { VisitedHeader } from '../../features/visits/components/visited-header.tsx';
import { linkSearch } from '../../features/visits/link-search.ts';
import { Logo } from '../../ui/brand/logo.tsx';
import { ListSkeleton } from '../../ui/lists/list-skeleton.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';
import classes from '../public-link/public-link.module.css';
import { VisitedFile } from '../public-link/visited-file.tsx';

/** The page of a public link. Its calls carry no session, even if someone is signed in here. */
export function Page() {
  const { token = '' } = useParams({ strict: false });
  const [client] = useState(createVisitClient);
  return (
    <QueryClientProvider client={client}>
      <div className={classes.page}>
        <header className={classes.top}>
          <a href="/" aria-label="Sheaf, home">
            <Logo size={28} />
          </a>
        </header>
        <main className={classes.content}>
          <Link key={token} token={token} />
        </main>
      </div>
    </QueryClientProvider>
  );
}

function Link({ token }: { token: string }) {
  const { at, page = 1 } = linkSearch(useSearch({ strict: false }));
  const opened = useQuery(openQuery(token));
  if (opened.error) {
    return (
      <Middle>
        <NotAvailable error={opened.error} onRetry={() => void opened.refetch()} />
      </Middle>
    );
  }
  if (!opened.data) return <ListSkeleton rows={8} height={48} />;
  if ('password_required' in opened.data) {
    return (
      <Middle>
        <PasswordForm token={token} />
      </Middle>
    );
  }
  const { document, downloads } = opened.data;
  return <Visited token={token} rootId={document.id} id={at ?? document.id} page={page} downloads={downloads} />;
}

interface VisitedProps {
  token: string;
  /** The linked document. */
  rootId: string;
  id: string;
  page: number;
  downloads: boolean;
}

function Visited({ token, rootId, id, page, downloads }: VisitedProps) {
  const { data: document, error, refetch } = useQuery(visitedQuery(token, id));
  if (error) {
    return (
      <Middle>
        <NotAvailable
          error={error}
          inside={
            id === rootId ? undefined : (
              <ButtonLink to="/l/$token" params={{ token }} search={{}} variant="default">
                Open the shared folder
              </ButtonLink>
            )
          }
          onRetry={() => void refetch()}
        />
      </Middle>
    );
  }
  if (!document) return <ListSkeleton rows={8} height={48} />;
  const header = <VisitedHeader token={token} document={document} path={document.path} downloads={downloads} />;
  if (document.type === 'folder') {
    return (
      <>
        {header}
        <VisitedFolder token={token} folder={document} page={page} />
      </>
    );
  }
  return (
    <>
      {header}
      <VisitedFile key={document.id} token={token} document={document} downloads={downloads} />
    </>
  );
}

const Middle = ({ children }: { children: ReactNode }) => <div className={classes.middle}>{children}</div>;
