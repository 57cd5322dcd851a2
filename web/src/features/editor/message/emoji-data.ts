/** An emoji as the data file has it: `group` is missing on parts of emoji, which nobody writes alone. */
type Compact = {
  readonly unicode: string
  readonly label: string
  readonly group?: number
  readonly tags?: readonly string[]
  readonly skins?: readonly { readonly unicode: string; readonly label: string }[]
}

/** The groups of the data file by their number; 2 has parts of emoji only. */
const groups: Readonly<Record<number, string>> = {
  0: 'Smileys & emotion',
  1: 'People & body',
  3: 'Animals & nature',
  4: 'Food & drink',
  5: 'Travel & places',
  6: 'Activities',
  7: 'Objects',
  8: 'Symbols',
  9: 'Flags',
}

const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const

/** The emoji of the data file in the form of the picker. */
export const readEmoji = (data: readonly Compact[]) => ({
  categories: Object.entries(groups).map(([index, label]) => ({ index: Number(index), label })),
  emojis: data.flatMap(({ unicode: emoji, label, group, tags = [], skins = [] }) => {
    if (group === undefined || groups[group] === undefined) return []
    // Emoji of several people have a skin for each pair; the picker has one tone for all.
    const [light, mediumLight, medium, mediumDark, dark] = tones.map(
      tone => skins.find(skin => skin.label.endsWith(`: ${tone} skin tone`))?.unicode,
    )
    const toned =
      light && mediumLight && medium && mediumDark && dark
        ? { skins: { light, 'medium-light': mediumLight, medium, 'medium-dark': mediumDark, dark } }
        : {}
    return [{ emoji, category: group, label, version: 0, tags: [...tags], ...toned }]
  }),
})
