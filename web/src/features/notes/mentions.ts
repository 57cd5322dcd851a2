/** Somebody who can be mentioned. */
export type Mentionable = { readonly id: number; readonly name: string }

/** What is typed after an `@` up to the caret, and where that `@` stands; null if the caret is not in a mention. */
export const mentionAt = (
  text: string,
  caret: number,
): { readonly start: number; readonly typed: string } | null => {
  const found = /(?:^|[\s(])@([\p{L}\p{M}'’.-]{0,40}(?: [\p{L}\p{M}'’.-]{0,40})?)$/u.exec(
    text.slice(0, caret),
  )
  const typed = found?.[1]
  return typed === undefined ? null : { start: caret - typed.length - 1, typed }
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The people whose name, or one part of it, begins with what is typed; accents do not matter. */
export const peopleFor = (people: readonly Mentionable[], typed: string): readonly Mentionable[] => {
  const start = folded(typed)
  return people.filter(({ name }) => {
    const whole = folded(name)
    return whole.startsWith(start) || whole.split(/[\s-]/).some(part => part.startsWith(start))
  })
}

/** The text with the mention completed, and where the caret is then. */
export const completeMention = (
  text: string,
  { start, caret, name }: { readonly start: number; readonly caret: number; readonly name: string },
): { readonly text: string; readonly caret: number } => {
  const before = `${text.slice(0, start)}@${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

/** Those of these people who are still mentioned in the text. */
export const mentionedIn = (text: string, people: readonly Mentionable[]): readonly number[] =>
  people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)
