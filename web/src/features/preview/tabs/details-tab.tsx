import { Text, Title } from '@mantine/core';
import { type DocumentDetails, extensionOf } from '@sheaf/contract';
import { formatBytes, formatDate } from '../../../lib/format.ts';
import { documentTypeNames } from '../../../ui/document-icon.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import classes from './tabs.module.css';

export function DetailsTab({ document }: { document: DocumentDetails }) {
  const { source, account, created_by, updated_at, size, path } = document;
  const facts = [
    {
      name: 'Source',
      value: (
        <span className={classes.inline}>
          <SourceIcon slug={source.slug} size={24} />
          {source.name}
        </span>
      ),
    },
    {
      name: 'Owner',
      value: (
        <span className={classes.inline}>
          <PersonAvatar person={created_by} size={24} />
          {created_by.name}
        </span>
      ),
    },
    ...(updated_at === null ? [] : [{ name: 'Last update', value: formatDate(updated_at) }]),
    { name: 'File type', value: typeOf(document) },
    ...(size === null ? [] : [{ name: 'Size', value: formatBytes(size) }]),
    { name: 'Path', value: [account.name, ...path.map(({ name }) => name)].join(' › ') },
  ];
  return (
    <div className={classes.scroll}>
      <div className={classes.column}>
        <Facts facts={facts} />
        <Access document={document} />
        <Copies document={document} />
      </div>
    </div>
  );
}

function typeOf({ name, type }: DocumentDetails): string {
  const ending = extensionOf(name).toUpperCase();
  return ending && type !== 'folder' && documentTypeNames[type] !== ending
    ? `${documentTypeNames[type]} (${ending})`
    : documentTypeNames[type];
}

function Access({ document: { access } }: { document: DocumentDetails }) {
  return (
    <section>
      <Title order={3} className={classes.heading}>
        Who has access
      </Title>
      <ul className={classes.people}>
        {access.map((person) => (
          <li key={person.id}>
            <PersonAvatar person={person} />
            <span className={classes.person}>
              {person.name}
              <Text size="xs" c="dimmed">
                {person.email}
              </Text>
            </span>
            <span className={classes.why} title={person.via?.name}>
              {whyOf(person)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function whyOf({ owner, via }: DocumentDetails['access'][number]): string {
  if (owner) return 'Owner';
  return via ? `by the folder ${via.name}` : 'Shared';
}

function Copies({ document: { also_in } }: { document: DocumentDetails }) {
  if (also_in.length === 0) return null;
  return (
    <section>
      <Title order={3} className={classes.heading}>
        The same file is also in
      </Title>
      <ul className={classes.people}>
        {also_in.map(({ id, name, source, account }) => (
          <li key={id}>
            <SourceIcon slug={source.slug} size={28} />
            <span className={classes.person}>
              {source.name}
              <Text size="xs" c="dimmed">
                {account.name} ›{' '}
                <TextLink to="/directory" search={{ preview: id }} size="xs">
                  {name}
                </TextLink>
              </Text>
            </span>
          </li>
        ))}
      </ul>
      <TextLink to="/duplicates">All duplicates</TextLink>
    </section>
  );
}
