import { eachSource, type Rule } from './source.ts'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The names of a file's screens; one that is put together may have anything in its gap. */
const screenNames = (text: string): RegExp[] =>
  [...text.matchAll(/\bname: (?:'([^']+)'|`([^`]+)`)/g)].map(([, plain, joined = '']) => {
    const parts = plain === undefined ? joined.split(/\$\{\w+\}/) : [plain]
    return new RegExp(`^${parts.map(escaped).join('.+')}$`)
  })

/** A screen that a walk leaves to somebody else (`seenIn`) is looked at there: by a journey of that file, or as another screen of this one. */
export const seenElsewhere: Rule = sources => {
  const texts = new Map(sources.map(({ path, text }) => [path, text]))
  return eachSource(({ path, text }) => {
    if (!path.startsWith('e2e/')) return []
    const names = screenNames(text)
    return [...text.matchAll(/\bseenIn: '([^']+)'/g)]
      .map(([, place = '']) => place)
      .filter(place =>
        place.endsWith('.spec.ts')
          ? !texts.get(`e2e/${place}`)?.includes('expectAccessible(')
          : !names.some(name => name.test(place)),
      )
      .map(
        place =>
          `leaves a screen to ${place}, which does not look at it with axe. Name the journey or the screen that does.`,
      )
  })(sources)
}
