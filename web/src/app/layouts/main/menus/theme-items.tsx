import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import classes from './theme-items.module.css';

const themes = [
  { value: 'light', name: 'Light', icon: IconSun },
  { value: 'dark', name: 'Dark', icon: IconMoon },
  { value: 'auto', name: 'System', icon: IconDeviceDesktop },
] as const;

export function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>Theme</Menu.Label>
      <div className={classes.themes}>
        <Menu.RadioGroup value={colorScheme}>
          {themes.map(({ value, name, icon: Picture }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              onChange={() => setColorScheme(value)}
              classNames={{ item: classes.theme, itemIndicator: classes.indicator }}
            >
              <Picture size={18} stroke={1.6} aria-hidden />
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </div>
    </>
  );
}
