/** The accent of reports whose agency has chosen none. */
export const USUAL_ACCENT = '#136a48'

/** What WCAG 2.2 AA asks for between a text and what is behind it. */
const READABLE = 4.5

const channelsOf = (colour: string): readonly number[] =>
  [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))

const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map(channel => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours (`#rrggbb`) as WCAG counts it, 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const darker = (colour: string, share: number): string =>
  `#${channelsOf(colour)
    .map(channel =>
      Math.round(channel * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** The colour itself if a text of it can be read on white, else the lightest of its darker tones that can. */
export const textTone = (accent: string): string => {
  for (let share = 0; share < 1; share += 0.02) {
    const tone = darker(accent, share)
    if (contrastOf(tone, '#ffffff') >= READABLE) return tone
  }
  return '#000000'
}

/** An accent as documents have it: as it was chosen, for surfaces and curves, and dark enough for texts. */
export type AccentTones = { readonly surface: string; readonly text: string }

/** Null: the agency has chosen none. */
export const accentTones = (accent: string | null): AccentTones => {
  const surface = accent ?? USUAL_ACCENT
  return { surface, text: textTone(surface) }
}

/** What WCAG 2.2 AA asks for between a shape and what is behind it. */
const VISIBLE = 3

/** Why this cannot be an accent of reports; null: it can. */
export const accentProblem = (color: string): string | null => {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return 'Please enter a color as #rrggbb'
  if (contrastOf(color.toLowerCase(), '#ffffff') < VISIBLE)
    return 'This color is too light for white paper. Choose a darker one.'
  return null
}
