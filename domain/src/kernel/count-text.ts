/** `1 post`, `3 posts`. `many`: where the plural is not the word with an s. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
