import { Badge, Text } from '@mantine/core';
import type { PublicLink } from '@sheaf/contract';
import { formatDate } from '../../../lib/format/format.ts';
import { DocumentIcon } from '../../../ui/documents/document-icon.tsx';
import table from '../../../ui/lists/table.module.css';
import { TextLink } from '../../../ui/navigation/links.tsx';
import { stateOf, traitsOf, visitsOf } from '../link-texts.ts';
import { LinkActions } from './link-actions.tsx';
import classes from './links.module.css';

export function LinkRow({ link, showsMaker }: { link: PublicLink; showsMaker: boolean }) {
  const { document, own, created_by, created_at } = link;
  const state = stateOf(link);
  const created = `created ${formatDate(created_at)}`;
  const made = showsMaker ? `${own ? 'You' : created_by.name}, ${created}` : `C${created.slice(1)}`;
  return (
    <tr className={`hoverable ${table.row} ${classes.row}`}>
      <td>
        <div className="row gap-12">
          <DocumentIcon type={document.type} />
          <div className="shrinkable">
            <Text fw={550} truncate title={document.name}>
              {own && link.state !== 'unavailable' ? (
                <TextLink to="/directory" search={{ preview: document.id }}>
                  {document.name}
                </TextLink>
              ) : (
                document.name
              )}
            </Text>
            <Text size="xs" c="dimmed">
              {traitsOf(link)}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {made}
            </Text>
            <Text size="xs" c="dimmed" component="div" className={table.narrow}>
              {visitsOf(link)}
            </Text>
            {state ? (
              <Badge color="red" variant="light" size="sm" tt="none" fw={550} title={state.reason}>
                {state.label}
              </Badge>
            ) : null}
          </div>
        </div>
      </td>
      <td className={table.wide}>
        <Text size="sm">{visitsOf(link)}</Text>
      </td>
      <td>
        <div className={table.actions}>
          <LinkActions link={link} />
        </div>
      </td>
    </tr>
  );
}
