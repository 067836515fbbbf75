import { Menu, type MenuProps } from '@mantine/core';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useDeferredValue,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';

interface MenuButtonProps {
  ref: RefObject<HTMLButtonElement | null>;
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick(): void;
}

interface LightMenuProps extends Omit<MenuProps, 'opened' | 'onChange' | 'id'> {
  renderButton(props: MenuButtonProps): ReactNode;
  /** The dropdown. */
  children: ReactNode;
}

/** A button with a menu that is mounted when it is first opened: a closed Mantine menu costs about a hundred hooks. */
export function LightMenu({ renderButton, children, ...menu }: LightMenuProps) {
  const id = useId();
  const element = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  if (opened && !wanted) setWanted(true);
  return (
    <>
      {renderButton({
        ref: element,
        id: `${id}-target`,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
        onClick: () => setOpened(!opened),
      })}
      {wanted ? (
        <MountedMenu {...menu} id={id} element={element} opened={opened} onChange={setOpened}>
          {children}
        </MountedMenu>
      ) : null}
    </>
  );
}

/**
 * Opens one render after it is mounted: the menu records where to return the focus when it changes from closed to open.
 */
function MountedMenu({
  element,
  opened,
  children,
  ...menu
}: MenuProps & { element: RefObject<HTMLButtonElement | null> }) {
  const ready = useDeferredValue(true, false);
  return (
    <Menu {...menu} opened={opened && ready}>
      <Menu.Target>
        <Anchor element={element} />
      </Menu.Target>
      {children}
    </Menu>
  );
}

/** Anchors the menu to a button that is rendered elsewhere. */
function Anchor({ element, ref }: { element: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLButtonElement> }) {
  useImperativeHandle(ref, () => element.current!, [element]);
  return null;
}

/** Runs after a closed menu has returned the focus to its button, for actions that take the focus themselves. */
export function afterMenu(open: () => void): void {
  setTimeout(open, 50);
}
