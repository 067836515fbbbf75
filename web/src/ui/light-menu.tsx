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

/** A button with a menu that does not exist before it is opened: each closed one brought a page some hundred hooks. */
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
        <Wanted {...menu} id={id} element={element} opened={opened} onChange={setOpened}>
          {children}
        </Wanted>
      ) : null}
    </>
  );
}

/** Opens only after it is there: a menu notes at that moment where the focus has to go back to. */
function Wanted({ element, opened, children, ...menu }: MenuProps & { element: RefObject<HTMLButtonElement | null> }) {
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

/** Tells the menu of a button that stands elsewhere. */
function Anchor({ element, ref }: { element: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLButtonElement> }) {
  useImperativeHandle(ref, () => element.current!, [element]);
  return null;
}
