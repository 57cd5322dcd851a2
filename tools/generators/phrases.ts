import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
export const catalogueFile = (language: string): string =>
  path.join(root, `domain/src/kernel/languages/catalogues/${language}.json`)

/** What mails alone say is not for pages. */
export const pageFolders = ['domain/src', 'web/src']
const folders = [...pageFolders, 'server/src']
/** `say('…')` and `phrase("…")`, also with the text on the next line. */
const spoken = /\b(?:say|phrase)\(\s*(?:'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)")/g

/** What only reports say, of which the pages of approval links and proofs load nothing. */
export const reportFolders = ['domain/src/reports', 'domain/src/analytics', 'web/src/features/reports']

/** What only the public pages say, of which those behind a secret link load nothing. */
export const publicFolders = ['web/src/features/accounts']

const sources = (within: readonly string[], without: readonly string[]): string[] =>
  within.flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file) && !/\.test\./.test(file))
      .filter(file => !without.some(left => path.join(folder, file).startsWith(`${left}/`)))
      .map(file => readFileSync(path.join(root, folder, file), 'utf8')),
  )

/** The English phrases of the code in these folders, and not only in those `without`, sorted. */
export const findPhrases = (
  within: readonly string[] = folders,
  without: readonly string[] = [],
): string[] => {
  const found = sources(within, without).flatMap(source =>
    [...source.matchAll(spoken)].map(([, single, double]) =>
      (single ?? double ?? '').replace(/\\(.)/g, '$1'),
    ),
  )
  return [...new Set(found)].sort()
}

/** What the English catalogue has to be: every phrase says itself. */
export const englishCatalogue = (): string =>
  `${JSON.stringify(Object.fromEntries(findPhrases().map(text => [text, text])), null, 2)}\n`

if (process.argv[1] === import.meta.filename) writeFileSync(catalogueFile('en'), englishCatalogue())
