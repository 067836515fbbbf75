import { Tooltip } from '@mantine/core';
import { IconArrowsExchange, IconFolders, IconMessageCircle, IconStack2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './navigation.module.css';

const items = [
  { to: '/directory', name: 'Directory', icon: IconFolders },
  { to: '/collections', name: 'Collections', icon: IconStack2 },
  { to: '/ai-chat', name: 'AI chat', icon: IconMessageCircle },
  { to: '/switch-cloud', name: 'Switch cloud', icon: IconArrowsExchange },
] as const;

interface NavigationProps {
  /** Icons only; the names move into tooltips. */
  folded?: boolean;
  onNavigate?(): void;
}

export function Navigation({ folded = false, onNavigate }: NavigationProps) {
  return (
    <nav aria-label="Main">
      <ul className={classes.list}>
        {items.map(({ to, name, icon: Picture }) => {
          const link = (
            <Link to={to} className={classes.item} aria-label={folded ? name : undefined} onClick={onNavigate}>
              <Picture size={20} stroke={1.6} aria-hidden className={classes.icon} />
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
