import { type CSSVariablesResolver, createTheme } from '@mantine/core'
import { darkNeutrals, green, lightNeutrals, networkColours, palette, tones } from './tokens.ts'

const dialogStyles = { title: { fontSize: '16px', fontWeight: 650, lineHeight: 1.4 } }

/** A dialog's header is no landmark of the page, and its close button has a name. */
const dialog = {
  attributes: { header: { role: 'presentation' } },
  closeButtonProps: { 'aria-label': 'Close' },
}

/** Mantine's theme: accent, neutrals, radius 8, 8 px grid, Inter. */
export const theme = createTheme({
  primaryColor: 'green',
  primaryShade: { light: 7, dark: 6 },
  colors: { green, dark: darkNeutrals, gray: lightNeutrals },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', var(--g-emoji-fonts), sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '1000px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '12px', sm: '14px', md: '15px', lg: '18px', xl: '22px' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: { ...dialog, transitionProps: { duration: 150 }, centered: true },
      styles: dialogStyles,
    },
    Drawer: { defaultProps: { ...dialog, transitionProps: { duration: 150 } }, styles: dialogStyles },
    // Rounder ones look like the circles of which only one can be chosen.
    Checkbox: { defaultProps: { radius: 'xs' } },
    InputWrapper: { styles: { label: { marginBottom: 4 } } },
    Menu: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'md' } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 120 }, withArrow: true } },
  },
})

const variablesOf = (scheme: 'light' | 'dark'): Record<string, string> => {
  const colours = palette[scheme]
  return {
    ...Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--g-${name}`, value])),
    ...Object.fromEntries(
      Object.entries(tones[scheme]).flatMap(([tone, parts]) =>
        Object.entries(parts).map(([part, value]) => [`--g-tone-${tone}-${part}`, value]),
      ),
    ),
    '--mantine-color-body': colours.surface,
    '--mantine-color-text': colours.text,
    '--mantine-color-dimmed': colours['text-muted'],
    '--mantine-color-placeholder': colours['text-muted'],
    '--mantine-color-anchor': colours['accent-text'],
    '--mantine-color-error': colours['danger-text'],
    '--mantine-color-default': colours.surface,
    '--mantine-color-default-hover': colours['surface-hover'],
    '--mantine-color-default-color': colours.text,
    '--mantine-color-default-border': colours['border-strong'],
  }
}

/** The tokens as CSS variables, in both colour schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: Object.fromEntries(
    Object.entries(networkColours).map(([network, value]) => [`--g-network-${network}`, value]),
  ),
  light: variablesOf('light'),
  dark: variablesOf('dark'),
})
