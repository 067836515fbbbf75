import { IconArrowsExchange } from '@tabler/icons-react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
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
    return `One to take files from, and one to put them in. Not connected at the moment: ${names}. Connect again in Apps.`;
  }
  return places.length >= 2
    ? 'None of your accounts has files here yet. Choose in Apps what to sync.'
    : 'One to take files from, and one to put them in. So far there is only My files. Connect an app.';
}
