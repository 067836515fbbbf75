import { IconArrowsExchange } from '@tabler/icons-react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import type { Place } from '../places.ts';

/** Why nothing can be transferred, and what to do about it. */
export function NoPlaces({ places }: { places: readonly Place[] }) {
  return (
    <EmptyState
      icon={IconArrowsExchange}
      title="A transfer needs two accounts"
      action={
        <>
          <ButtonLink to="/apps">Go to Apps</ButtonLink>
          <ButtonLink to="/switch-cloud" variant="default">
            Back to Switch cloud
          </ButtonLink>
        </>
      }
    >
      {textOf(places)}
    </EmptyState>
  );
}

function textOf(places: readonly Place[]): string {
  const broken = places.filter(({ cannotTake }) => cannotTake !== null);
  if (broken.length > 0) {
    const names = broken.map(({ name }) => name).join(', ');
    return `One to transfer from and one to transfer to. Not connected: ${names}. Reconnect in Apps.`;
  }
  return places.length >= 2
    ? 'None of your accounts have synced files yet. Choose what to sync in Apps.'
    : 'One to transfer from and one to transfer to. You only have My files so far. Connect an app.';
}
