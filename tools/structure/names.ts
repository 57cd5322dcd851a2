import { posix } from 'node:path'
import { eachSource, isCode, isTest, type Rule, type Source, withoutComments } from './source.ts'

const drawers = [
  ...['utils', 'util', 'helpers', 'helper', 'common', 'service', 'services', 'manager', 'misc', 'shared'],
  ...['components', 'hooks', 'lib'],
]

/** File names that say which kind of code is inside, but not what it does. */
const kinds = ['commands', 'queries', 'reactions', 'jobs', 'rules', 'types', 'constants', 'index']

/** A name says what is inside; these only say that somebody did not know where to put it. */
export const meaningfulNames: Rule = eachSource(({ path }) => {
  if (!/\.(ts|tsx|mjs|css)$/.test(path)) return []
  const segments = path.split('/')
  const problems = segments.flatMap(segment => {
    const [name = ''] = segment.split('.')
    const lastWord = name.split('-').at(-1) ?? ''
    return [
      ...(drawers.includes(lastWord)
        ? [`has "${lastWord}" in its path. Name it after what it does, in the product's words.`]
        : []),
      ...(segment && !/^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(segment)
        ? [`"${segment}" is not kebab-case. Rename it: small letters, digits and hyphens.`]
        : []),
    ]
  })
  const [file = ''] = (segments.at(-1) ?? '').split('.')
  const isProduct = /^(domain|server|web|sandbox)\/src\//.test(path)
  if (isProduct && kinds.includes(file) && !isTest(path))
    problems.push(
      `"${file}" says which kind of code it is, not what it does. One file a use case (approve-round.ts); what several share is named by its noun (rounds.ts).`,
    )
  return problems
})

/** Names that only their author understood. A participle says that something was told or asked, not what it is. */
const privateNames = '[Tt]old|[Aa]sked|[Tt]eller|whenOf|idsWhere|goesTo|nothingFull|deliberate'
const declared = new RegExp(
  [
    `\\b(?:const|let|function|type)\\s+(${privateNames})\\b`,
    `[([{,]\\s*(?:readonly\\s+)?(${privateNames})\\??\\s*(?:[:,)\\]}]|=>)`,
    `^\\s*(?:readonly\\s+)?(${privateNames})\\??:`,
  ].join('|'),
)
const withoutTexts = (code: string): string => code.replace(/'(?:[^'\\\n]|\\.)*'/g, "''")

/** What the code declares bears a name that says what it holds. */
export const plainIdentifiers: Rule = eachSource(({ path, text }) => {
  if (!/^(domain|server|web|sandbox)\/src\//.test(path) || !isCode(path) || isTest(path)) return []
  return withoutTexts(withoutComments(text))
    .split('\n')
    .flatMap((line, index) => {
      const name = declared.exec(line)?.slice(1).find(Boolean)
      return name === undefined
        ? []
        : [`line ${index + 1} calls something "${name}". Name it after what it holds (requests, lastMail).`]
    })
})

const sourceRoots = /^(domain|server|web|sandbox)\/src\//
const featureRoots = /^(server|web)\/src\/features\/[^/]+\//

/** Exceptions: some features are activities, and the folder of test helpers has its usual name. */
const activities = ['billing', 'publishing', 'onboarding', 'writing', 'testing']

/** The files that count for a folder: its code, without tests and style sheets. */
const LEAST_IN_FEATURE = 4

/** A folder is earned: at least four files of one idea inside a feature, never a single file, and named by a noun. */
export const earnedFolders: Rule = sources => {
  const folders = new Map<string, Source[]>()
  for (const source of sources) {
    if (!sourceRoots.test(source.path) || !isCode(source.path) || isTest(source.path)) continue
    for (let folder = posix.dirname(source.path); folder !== '.'; folder = posix.dirname(folder))
      folders.set(folder, [...(folders.get(folder) ?? []), source])
  }
  return [...folders].flatMap(([folder, inside]) => {
    if (!sourceRoots.test(`${folder}/`) || sourceRoots.exec(`${folder}/`)?.[0] === `${folder}/`) return []
    const isInFeature = featureRoots.test(folder)
    const problems: string[] = []
    if (inside.length === 1)
      problems.push('is a folder with a single file. Put the file beside its neighbours.')
    else if (isInFeature && inside.length < LEAST_IN_FEATURE)
      problems.push(
        `is a folder of ${inside.length} files; ${LEAST_IN_FEATURE} of one idea earn one. Put them beside their neighbours.`,
      )
    const name = posix.basename(folder)
    if (/ing$/.test(name) && !activities.includes(name))
      problems.push(`"${name}" is an activity. Name the folder after a thing (engine, previews).`)
    return problems.map(message => ({ path: `${folder}/`, message }))
  })
}
