import { ModalsProvider } from '@mantine/modals';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useMatches } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { BulkTray } from '../../../features/bulk/components/bulk-tray.tsx';
import { useDocumentDrops } from '../../../features/my-files/relocation/document-drops.ts';
import { RelocationProvider } from '../../../features/my-files/relocation/relocation.tsx';
import { putTransfer } from '../../../features/transfers/api/transfers.ts';
import { aboveDialogs } from '../../../ui/dialogs/layers.ts';
import { HeadingSlot } from '../../../ui/layout/heading-slot.ts';
import { SkipLink } from '../../../ui/navigation/skip-link.tsx';
import { PageHeading } from '../page-heading.tsx';
import { PageSkeleton } from '../page-skeleton.tsx';
import { Header } from './header.tsx';
import classes from './main-layout.module.css';
import { PaymentBanner } from './payment-banner.tsx';
import { Shortcuts } from './shortcuts/shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';
import { UploadActivity } from './upload-activity.tsx';
import { Welcome } from './welcome.tsx';

/** The focus starts at the answers; Cancel and Escape do what the button in the corner does. */
const questions = { zIndex: aboveDialogs, closeButtonProps: { 'aria-label': 'Close', tabIndex: -1 } };

export function MainLayout() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const hasOwnHeading = useMatches({ select: (matches) => matches.some((match) => match.staticData.hasOwnHeading) });
  return (
    <ModalsProvider modalProps={questions}>
      <SkipLink to="content" />
      <Shortcuts>
        <Relocation>
          <div className={classes.frame}>
            <Sidebar />
            <div className="grow column">
              <Header />
              <main id="content" tabIndex={-1} className={classes.content}>
                <PaymentBanner />
                {hasOwnHeading ? null : <PageHeading onSlot={setSlot} />}
                <HeadingSlot value={slot}>
                  <Suspense fallback={<PageSkeleton />}>
                    <Outlet />
                  </Suspense>
                </HeadingSlot>
              </main>
            </div>
          </div>
        </Relocation>
      </Shortcuts>
      <UploadActivity />
      <BulkTray />
      <Welcome />
    </ModalsProvider>
  );
}

/** Documents can be copied and moved on every page of the main area, by dropping and by pasting them. */
function Relocation({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  return (
    <RelocationProvider onTransfer={(transfer) => putTransfer(client, transfer)}>
      <Drops />
      {children}
    </RelocationProvider>
  );
}

function Drops() {
  useDocumentDrops();
  return null;
}
