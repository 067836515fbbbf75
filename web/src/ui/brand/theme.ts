import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** Deep teal: shade 6 on light, 4 on dark. */
const teal: MantineColorsTuple = [
  '#eefaf7',
  '#d6f1ec',
  '#ade3da',
  '#77cec2',
  '#44b5a7',
  '#1b9386',
  '#0f766e',
  '#0c615b',
  '#0a4e49',
  '#083b38',
];

/** The accent of the brand, used sparingly. */
const wheat: MantineColorsTuple = [
  '#fdf8ec',
  '#f9ecce',
  '#f2d99d',
  '#e9bc62',
  '#d9a441',
  '#b9842a',
  '#8f6318',
  '#764f15',
  '#5d3e13',
  '#432c0e',
];

/** Grays with a little of the brand’s green, to match the primary color. */
const gray: MantineColorsTuple = [
  '#f7f9f8',
  '#eff3f1',
  '#e3e8e6',
  '#d5dcd9',
  '#c0c9c5',
  '#95a19c',
  '#5c6964',
  '#46514d',
  '#2d3633',
  '#17201d',
];

const dark: MantineColorsTuple = [
  '#e5eae8',
  '#c5cecb',
  '#98a5a0',
  '#6c7974',
  '#394440',
  '#222a28',
  '#191f1d',
  '#101413',
  '#0b0e0d',
  '#070908',
];

const red: MantineColorsTuple = [
  '#fef3f2',
  '#fee4e2',
  '#fecdca',
  '#fda29b',
  '#f97970',
  '#ee4d42',
  '#cf2a1e',
  '#b42318',
  '#912018',
  '#6d1c13',
];

/** Filled controls are dark on light pages and light on dark ones; their text has the opposite shade. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  return input.variant === 'filled' ? { ...colors, color: 'var(--sheaf-on-filled)' } : colors;
};

/** Mantine's dialogs have a <header>, which would be a second banner of the page, and a close button without a name. */
const dialog = {
  attributes: { header: { role: 'none' } },
  closeButtonProps: { 'aria-label': 'Close' },
  styles: { title: { fontSize: '1.0625rem', fontWeight: 620 } },
};

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 6, dark: 4 },
  colors: { teal, wheat, gray, dark, red },
  black: gray[9],
  autoContrast: true,
  variantColorResolver: variantColors,
  defaultRadius: 8,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  headings: {
    fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  fontWeights: { medium: '550' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  shadows: {
    sm: '0 1px 2px rgb(16 30 27 / 6%)',
    md: '0 4px 16px rgb(16 30 27 / 10%), 0 1px 3px rgb(16 30 27 / 8%)',
    xl: '0 16px 48px rgb(16 30 27 / 18%), 0 2px 8px rgb(16 30 27 / 8%)',
  },
  components: {
    Anchor: { defaultProps: { underline: 'always', size: 'sm' } },
    Drawer: { defaultProps: dialog },
    Modal: {
      defaultProps: { ...dialog, centered: true, radius: 12, padding: 24, overlayProps: { backgroundOpacity: 0.4 } },
    },
    // The placeholder is a focusable element with no role, which a menu must not have.
    Menu: { defaultProps: { shadow: 'md', radius: 10, withInitialFocusPlaceholder: false } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Text: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
  },
});

/** Text colors that reach AA on our surfaces, and the surfaces Mantine has no name for. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-error': red[7],
    '--mantine-color-placeholder': '#6b7772',
    '--mantine-color-default-border': gray[3],
    '--sheaf-on-filled': '#ffffff',
    '--sheaf-border': gray[2],
    '--sheaf-raised': '#ffffff',
    '--sheaf-sunken': gray[0],
    '--sheaf-hover': gray[1],
    '--sheaf-selected': teal[0],
    '--sheaf-star': '#b7791f',
    '--sheaf-selected-text': teal[7],
    '--sheaf-accent': wheat[4],
  },
  dark: {
    '--mantine-color-error': '#ff9d94',
    '--mantine-color-placeholder': '#8a9792',
    '--mantine-color-teal-light': '#17413c',
    '--mantine-color-teal-light-hover': '#1c4e48',
    '--mantine-color-teal-outline': teal[3],
    '--mantine-color-red-outline': red[3],
    '--sheaf-on-filled': dark[9],
    '--sheaf-border': '#252d2b',
    '--sheaf-raised': dark[6],
    '--sheaf-sunken': dark[8],
    '--sheaf-hover': dark[5],
    '--sheaf-selected': '#12302c',
    '--sheaf-star': '#f6c453',
    '--sheaf-selected-text': teal[2],
    '--sheaf-accent': wheat[3],
  },
});
