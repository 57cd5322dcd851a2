/** `1 post`, `3 posts`. `many`: where the plural is not the word with an s. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** A time to wait in one unit, rounded up, so that nobody tries too early: seconds up to a minute, minutes up to an hour, then hours. */
export const waitOf = (
  seconds: number,
): { readonly count: number; readonly unit: 'second' | 'minute' | 'hour' } => {
  if (seconds < 60) return { count: Math.max(1, Math.ceil(seconds)), unit: 'second' }
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? { count: minutes, unit: 'minute' } : { count: Math.ceil(minutes / 60), unit: 'hour' }
}
