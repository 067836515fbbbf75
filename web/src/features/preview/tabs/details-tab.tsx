import { Text, Title } from '@mantine/core';
import { type DocumentDetails, documentType, extensionOf } from '@sheaf/contract';
import { accountDetail, accountText, accountTitle } from '../../../lib/format/account-title.ts';
import { count, formatBytes, formatDate, formatNumericDate } from '../../../lib/format/format.ts';
import { documentTypeNames } from '../../../ui/documents/document-icon.tsx';
import { locationNames, locationSearch } from '../../../ui/documents/places.ts';
import { Facts } from '../../../ui/layout/facts.tsx';
import { TextLink } from '../../../ui/navigation/links.tsx';
import { PersonAvatar } from '../../../ui/pictures/person-avatar.tsx';
import { PrincipalAvatar } from '../../../ui/pictures/principal-avatar.tsx';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import classes from './tabs.module.css';

export function DetailsTab({ document }: { document: DocumentDetails }) {
  const { source, account, created_by, updated_at, size, conversation, thread } = document;
  const facts = [
    {
      name: 'App',
      value: (
        <span className={classes.inline}>
          <SourceIcon slug={source.slug} size={24} />
          {accountText(account, source)}
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
    ...(updated_at === null ? [] : [{ name: 'Last update', value: formatNumericDate(updated_at) }]),
    { name: 'File type', value: typeOf(document) },
    ...(size === null ? [] : [{ name: 'Size', value: formatBytes(size) }]),
    ...(conversation ? [{ name: 'Messages', value: conversation.messages.toLocaleString('en') }] : []),
    ...(conversation ? [{ name: 'People', value: peopleOf(conversation) }] : []),
    ...(thread
      ? [
          {
            name: 'Came with',
            value: (
              <TextLink to="/directory" search={{ preview: thread.id }}>
                {thread.name}
              </TextLink>
            ),
          },
        ]
      : []),
    ...(document.public_links.length > 0 ? [{ name: 'Public link', value: <PublicLinks document={document} /> }] : []),
    {
      name: 'Location',
      value: (
        <TextLink to="/directory" search={locationSearch(document)}>
          {locationNames(document).join(' › ')}
        </TextLink>
      ),
    },
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

function peopleOf({ people, others }: NonNullable<DocumentDetails['conversation']>): string {
  return others > 0 ? `${people.join(', ')} and ${count(others, 'other')}` : people.join(', ');
}

/** The extension is added where the type comes from it: titles of threads and online documents have dots too. */
export function typeOf({ name, type, conversation }: Pick<DocumentDetails, 'name' | 'type' | 'conversation'>): string {
  const extension = extensionOf(name).toUpperCase();
  const isFileName = type !== 'folder' && !conversation && documentType(name, null) === type;
  return isFileName && /\p{L}/u.test(extension) && documentTypeNames[type] !== extension
    ? `${documentTypeNames[type]} (${extension})`
    : documentTypeNames[type];
}

/** Shown because people outside the workspace can see the document too. */
function PublicLinks({ document: { public_links } }: { document: DocumentDetails }) {
  return public_links.map(({ via, expires_at, has_password }) => (
    <Text key={via?.id ?? ''}>
      {via ? `Through folder “${via.name}”: anyone` : 'Anyone'} with the link{has_password ? ' and its password' : ''}
      {expires_at ? `, until ${formatDate(expires_at)}` : ''}
    </Text>
  ));
}

function Access({ document: { access } }: { document: DocumentDetails }) {
  return (
    <section>
      <Title order={3} className={classes.heading}>
        Who has access
      </Title>
      <ul className={`stack gap-4 ${classes.people}`}>
        {access.map((person) => (
          <li key={person.id}>
            <PrincipalAvatar principal={person} />
            <span className="shrinkable breakable">
              {person.name}
              <Text size="xs" c="dimmed">
                {person.kind === 'group' ? 'Group' : person.email}
              </Text>
            </span>
            <span className={classes.why} title={person.via?.name}>
              {accessReason(person)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function accessReason({ owner, via }: DocumentDetails['access'][number]): string {
  if (owner) return 'Owner';
  return via ? `Through folder “${via.name}”` : 'Shared';
}

function Copies({ document: { also_in } }: { document: DocumentDetails }) {
  if (also_in.length === 0) return null;
  return (
    <section>
      <Title order={3} className={classes.heading}>
        The same file is also in
      </Title>
      <ul className={`stack gap-4 ${classes.people}`}>
        {also_in.map(({ id, name, source, account }) => (
          <li key={id}>
            <SourceIcon slug={source.slug} size={28} />
            <span className="shrinkable breakable">
              {accountTitle(account, source)}
              <Text size="xs" c="dimmed">
                {accountDetail(account, source) ? `${accountDetail(account, source)} › ` : null}
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
