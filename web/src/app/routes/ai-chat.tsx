import { may } from '@sheaf/contract';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { AiChat } from '../../features/ai/ai-chat.tsx';
import { AiOff } from '../../features/ai/ai-off.tsx';
import { aiSettingsQuery } from '../../features/ai/api/settings.ts';
import { idsIn } from '../../features/ai/chat-search.ts';
import { copyDocumentLink } from '../../features/documents/document-link.ts';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { accountTitle } from '../../lib/format/account-title.ts';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import type { Mark } from '../../viewer/protocol.ts';
import { useChoices } from '../documents/use-choices.ts';
import { PageHeading } from '../layouts/page-heading.tsx';
import { PageSkeleton } from '../layouts/page-skeleton.tsx';

const PreviewModal = lazy(async () => ({
  default: (await import('../../features/preview/preview-modal.tsx')).PreviewModal,
}));

const route = getRouteApi('/verified/main/ai-chat');

export function Page() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const settings = useQuery(aiSettingsQuery());
  const choices = useScopeChoices();
  const mayManage = may(info.role, 'ai.manage');
  const { thread, documents } = search;
  const show = useCallback(
    (preview: string | undefined, mark?: Mark) =>
      void navigate({
        to: '/ai-chat',
        search: { thread, documents, preview },
        state: ({ previews = 0 }) => (preview ? { previews: previews + 1, mark } : {}),
        replace: preview === undefined,
        resetScroll: false,
      }),
    [navigate, thread, documents],
  );
  if (!settings.data?.enabled) {
    return (
      <>
        <PageHeading />
        {settings.data ? (
          <AiOff maySwitchOn={mayManage} />
        ) : settings.isError ? (
          <LoadFailed what="AI chat" retry={() => void settings.refetch()} />
        ) : (
          <PageSkeleton />
        )}
      </>
    );
  }
  return (
    <>
      <AiChat
        key={documents ?? ''}
        threadId={thread}
        documentIds={idsIn(documents)}
        model={settings.data.model}
        choices={choices}
        heading={<PageHeading />}
        mayChangePlan={mayManage}
        onThread={(id, { replace }) =>
          void navigate({ to: '/ai-chat', search: id ? { thread: id } : {}, replace, resetScroll: false })
        }
        onCite={({ document_id, quote, place }) => show(document_id, { quote, words: [], place })}
      />
      {search.preview ? <Preview id={search.preview} show={show} /> : null}
    </>
  );
}

/** The document of a citation, above the conversation. */
function Preview({ id, show }: { id: string; show(preview: string | undefined, mark?: Mark): void }) {
  const router = useRouter();
  const mark = useRouterState({ select: ({ location }) => location.state.mark });
  const navigate = route.useNavigate();
  const close = () => {
    const { previews } = router.state.location.state;
    if (previews) router.history.go(-previews);
    else show(undefined);
  };
  return (
    <Suspense>
      <PreviewModal
        documentId={id}
        siblings={[]}
        mark={mark}
        onMove={show}
        onEnter={show}
        onClose={close}
        onCopyLink={copyDocumentLink}
        onAsk={(document) => void navigate({ to: '/ai-chat', search: { documents: document.id } })}
      />
    </Suspense>
  );
}

function useScopeChoices() {
  const { accounts, collections, labels } = useChoices({});
  return useMemo(
    () => ({
      collections,
      labels,
      accounts: accounts.map((account) => ({
        id: account.id,
        title: accountTitle(account, account.source),
        slug: account.source.slug,
      })),
    }),
    [accounts, collections, labels],
  );
}
