import { Title } from '@mantine/core';
import type { DocumentDetails } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { collectionChoices, labelChoices, setCollections, setLabels } from '../api/document.ts';
import { MarkPicker } from './mark-picker.tsx';
import classes from './tabs.module.css';

interface ActionsTabProps {
  document: DocumentDetails;
  /** Transfers it to another cloud. */
  switchCloud: ReactNode;
}

export function ActionsTab({ document, switchCloud }: ActionsTabProps) {
  const { id, labels, collections } = document;
  const title = useId();
  const label = useMutation(setLabels);
  const collect = useMutation(setCollections);
  return (
    <div className={classes.scroll}>
      <div className={classes.cards}>
        <section className={`framed stack gap-16 ${classes.card}`} aria-labelledby={title}>
          <Title order={3} id={title}>
            Collections and labels
          </Title>
          <MarkPicker
            what="collection"
            title="Collections"
            chosen={collections}
            choices={collectionChoices}
            onChange={(chosen) => collect.mutate({ id, chosen })}
          />
          <MarkPicker
            what="label"
            title="Labels"
            chosen={labels}
            choices={labelChoices}
            onChange={(chosen) => label.mutate({ id, chosen })}
          />
        </section>
        {switchCloud}
      </div>
    </div>
  );
}
