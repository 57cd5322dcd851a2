import type { MantineColorsTuple } from '@mantine/core'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { StatusTone } from '#domain/posts/status.ts'

/**
 * Every colour of the product. The only file in web/ with hex values; components use the CSS variables that `theme.ts` makes of
 * them: `--g-<name>`, `--g-tone-<tone>-<part>`, `--g-network-<network>`.
 */

/** Deep green, the colour of approval. Shade 7 is the accent on light surfaces, shade 6 on dark ones. */
export const green: MantineColorsTuple = [
  '#edf7f2',
  '#d6ece1',
  '#aed9c4',
  '#7fc3a3',
  '#52ab85',
  '#2f9169',
  '#1d7d57',
  '#136a48',
  '#0d563a',
  '#07402a',
]

/** Mantine's `dark` scale, a neutral with a touch of green: 0 is text, 7 the page. */
export const darkNeutrals: MantineColorsTuple = [
  '#e8ebea',
  '#c6cccb',
  '#a3acaa',
  '#6f7977',
  '#3d4645',
  '#2c3433',
  '#1f2625',
  '#151a1a',
  '#101414',
  '#0b0e0e',
]

/** Mantine's `gray` scale: 0 is the sunken surface, 9 the text. */
export const lightNeutrals: MantineColorsTuple = [
  '#f6f8f7',
  '#eef1f0',
  '#e3e8e6',
  '#d4dbd8',
  '#b9c3bf',
  '#86928e',
  '#5d6965',
  '#46514d',
  '#2c3532',
  '#161c1a',
]

type Palette = Record<
  | 'page'
  | 'surface'
  | 'surface-sunken'
  | 'surface-hover'
  | 'border'
  | 'border-strong'
  | 'text'
  | 'text-muted'
  | 'accent'
  | 'accent-hover'
  | 'on-accent'
  | 'accent-text'
  | 'accent-soft'
  | 'danger-text'
  | 'focus'
  | 'stage'
  | 'welcome',
  string
>

/** Surfaces, lines and text. `stage` is the neutral background of previews. */
export const palette: Record<'light' | 'dark', Palette> = {
  light: {
    page: '#f6f8f7',
    surface: '#ffffff',
    'surface-sunken': '#eef1f0',
    'surface-hover': '#f0f4f2',
    border: '#e0e6e3',
    'border-strong': '#86928e',
    text: '#161c1a',
    'text-muted': '#55615d',
    accent: '#136a48',
    'accent-hover': '#0d563a',
    'on-accent': '#ffffff',
    'accent-text': '#0f6142',
    'accent-soft': '#e3f2ea',
    'danger-text': '#b0251d',
    focus: '#136a48',
    stage: '#e9edeb',
    welcome: '#0d563a',
  },
  dark: {
    page: '#101414',
    surface: '#171c1c',
    'surface-sunken': '#101414',
    'surface-hover': '#202827',
    border: '#2b3332',
    'border-strong': '#6f7977',
    text: '#e8ebea',
    'text-muted': '#a3acaa',
    accent: '#1d7d57',
    'accent-hover': '#176a49',
    'on-accent': '#ffffff',
    'accent-text': '#6fcf9f',
    'accent-soft': '#15322a',
    'danger-text': '#ff9a92',
    focus: '#6fcf9f',
    stage: '#0c1010',
    welcome: '#0d3b2b',
  },
}

/** A status colour: the badge's background, its text (4.5:1 on that and on the surface), and the line at a card's edge. */
type Tone = { readonly bg: string; readonly fg: string; readonly line: string }

export const tones: Record<'light' | 'dark', Record<StatusTone, Tone>> = {
  light: {
    grey: { bg: '#eceff0', fg: '#4a5558', line: '#7d898d' },
    amber: { bg: '#fdf0d3', fg: '#7d4e00', line: '#b97a0a' },
    violet: { bg: '#f0e9fd', fg: '#6434b8', line: '#8355d6' },
    green: { bg: '#dff3e7', fg: '#12633f', line: '#1d8a59' },
    blue: { bg: '#e0eefd', fg: '#0b57a4', line: '#2b7fd4' },
    teal: { bg: '#d9f2f2', fg: '#0a5e62', line: '#12868c' },
    indigo: { bg: '#e7eafd', fg: '#3b49b3', line: '#5b6be0' },
    navy: { bg: '#dde5f2', fg: '#173a72', line: '#1f4b94' },
    red: { bg: '#fde7e5', fg: '#a8241b', line: '#d4372c' },
  },
  dark: {
    grey: { bg: '#2a3132', fg: '#b9c3c5', line: '#7d898d' },
    amber: { bg: '#3a2c0e', fg: '#f3c368', line: '#c48a22' },
    violet: { bg: '#2f2547', fg: '#c9b2f7', line: '#9068dc' },
    green: { bg: '#153527', fg: '#7fd8a9', line: '#2f9d69' },
    blue: { bg: '#14304d', fg: '#8fc4f8', line: '#3f8cdb' },
    teal: { bg: '#0f3537', fg: '#79d3d6', line: '#2a979c' },
    indigo: { bg: '#252b52', fg: '#b3bdfb', line: '#6d7bea' },
    navy: { bg: '#1b2b4a', fg: '#a9c3f1', line: '#5580cc' },
    red: { bg: '#44201d', fg: '#ffa79f', line: '#e0574c' },
  },
}

/** The networks' own colours, only for their small badges. White text is readable on each. */
export const networkColours: Record<SocialNetwork, string> = {
  facebook: '#0866d6',
  instagram: '#c13584',
  linkedin: '#0a66c2',
  twitter: '#1a1f24',
}
