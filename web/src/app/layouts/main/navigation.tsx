import { Tooltip } from '@mantine/core';
import { may } from '@sheaf/contract';
import { IconArrowsExchange, IconFolders, IconMessageCircle, IconStack2 } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import { savedQuery } from '../../../features/search/api/saved-searches.ts';
import classes from './navigation.module.css';

const items = [
  { to: '/directory', name: 'Directory', icon: IconFolders },
  { to: '/collections', name: 'Collections', icon: IconStack2 },
  { to: '/ai-chat', name: 'AI chat', icon: IconMessageCircle },
  { to: '/switch-cloud', name: 'Switch cloud', icon: IconArrowsExchange },
] as const;

const everything = { place: undefined, in: undefined };
const everythingUnsearched = { ...everything, search: undefined };

interface NavigationProps {
  /** Icons only; the names move into tooltips. */
  folded?: boolean;
  onNavigate?(): void;
}

export function Navigation({ folded = false, onNavigate }: NavigationProps) {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  // Guests have no accounts to transfer between.
  const shown = items.filter(({ to }) => to !== '/switch-cloud' || may(info.role, 'sources.own'));
  const { data: saved = [] } = useQuery(savedQuery());
  const searched = useRouterState({ select: ({ location }) => (location.search as { search?: string }).search });
  const isSaved = saved.some(({ q }) => q === searched);
  return (
    <nav aria-label="Main">
      <ul className="stack gap-2">
        {shown.map(({ to, name, icon: Picture }) => {
          const link = (
            <Link
              to={to}
              // Places and saved searches have entries of their own.
              search={to === '/directory' ? (isSaved ? everythingUnsearched : everything) : {}}
              activeOptions={{ explicitUndefined: true }}
              className={`hoverable selectable plain row gap-12 ${classes.item}`}
              aria-label={folded ? name : undefined}
              onClick={onNavigate}
            >
              <Picture size={20} stroke={1.6} aria-hidden className={`rigid ${classes.icon}`} />
              {folded ? null : name}
            </Link>
          );
          return (
            <li key={to}>
              {folded ? (
                <Tooltip label={name} position="right">
                  {link}
                </Tooltip>
              ) : (
                link
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
