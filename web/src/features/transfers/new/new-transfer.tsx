import { Text } from '@mantine/core';
import { accountText } from '../../../lib/format/account-title.ts';
import { count } from '../../../lib/format/format.ts';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import type { Place } from '../places.ts';
import type { TransferSearch } from '../transfer-search.ts';
import { type Draft, requestOf } from './draft.ts';
import { FromPane } from './from-pane.tsx';
import classes from './new-transfer.module.css';
import { Pane } from './pane.tsx';
import { ReviewPane } from './review-pane.tsx';
import { ToPane } from './to-pane.tsx';
import { type OnSearch, useDraft } from './use-draft.ts';

interface NewTransferProps {
  places: readonly Place[];
  search: TransferSearch;
  onSearch: OnSearch;
  onStarted(id: string): void;
}

/** Three panes: what to transfer, the destination, and a preview. */
export function NewTransfer({ places, search, onSearch, onStarted }: NewTransferProps) {
  const state = useDraft(search, places, onSearch);
  const { draft, goTo } = state;
  const request = requestOf(draft);
  const current = draft.step;
  return (
    <div className={classes.panes} data-current={current}>
      <Pane number={1} current={current} title="From" summary={<FromSummary draft={draft} />} onOpen={() => goTo(1)}>
        <FromPane places={places} state={state} />
      </Pane>
      <Pane number={2} current={current} title="To" summary={<ToSummary draft={draft} />} onOpen={() => goTo(2)}>
        <ToPane places={places} state={state} />
      </Pane>
      <Pane number={3} current={current} title="Review" summary={null} onOpen={() => goTo(3)}>
        {request ? <ReviewPane draft={draft} request={request} onBack={() => goTo(2)} onStarted={onStarted} /> : null}
      </Pane>
    </div>
  );
}

function FromSummary({ draft: { from, all, list, chosen } }: { draft: Draft }) {
  if (!from) return null;
  const [first, ...others] = [...chosen.values()];
  const more = others.length > 0 ? ` and ${count(others.length, 'other')}` : '';
  if (list)
    return <Summary place={from} text={`Of ${count(list.total, 'selected document')}, those in this account`} />;
  return (
    <Summary
      place={from}
      text={all ? (from.syncedFolders === null ? 'Everything' : 'Everything synced') : `${first?.name ?? ''}${more}`}
    />
  );
}

function ToSummary({ draft: { to, folder, mode } }: { draft: Draft }) {
  if (!to) return null;
  const where = folder ? `into ${folder.name || 'a folder'}` : 'to the top level';
  return <Summary place={to} text={`${mode === 'move' ? 'Move' : 'Copy'} ${where}`} />;
}

function Summary({ place, text }: { place: Place; text: string }) {
  return (
    <>
      <SourceIcon slug={place.source.slug} size={36} />
      <div className="stack shrinkable">
        <Text fw={550} truncate title={accountText(place, place.source)}>
          {accountText(place, place.source)}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={2}>
          {text}
        </Text>
      </div>
    </>
  );
}
