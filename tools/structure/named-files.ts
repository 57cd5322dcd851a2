import { posix } from 'node:path'
import { eachSource, type Rule } from './source.ts'

const modules = /'((?:src\/)?(?:routes|features)\/[\w/-]+\.tsx?)'/g
const carriers = /`([\w./-]+\.tsx?)`/g
const pictures = /url\("(\.{1,2}\/[^"]+)"\)/g

/** Files that a bundler's configuration, a style sheet and the list of removed journeys name: no compiler misses one that has moved. */
const namedIn = (path: string, text: string): string[] => {
  if (/^web\/[^/]+\.ts$/.test(path)) {
    return [...text.matchAll(modules)].map(([, name = '']) =>
      name.startsWith('src/') ? `web/${name}` : `web/src/${name}`,
    )
  }
  if (path === 'docs/removed-journeys.md') return [...text.matchAll(carriers)].map(([, name = '']) => name)
  if (!path.endsWith('.css')) return []
  return [...text.matchAll(pictures)].map(([, name = '']) => posix.join(posix.dirname(path), name))
}

/** What the build of the pages needs, and the tests that carry the claims of former journeys, are where they are said to be. */
export const namedFilesExist: Rule = sources => {
  const paths = new Set(sources.map(({ path }) => path))
  return eachSource(({ path, text }) =>
    namedIn(path, text)
      .filter(name => !paths.has(name))
      .map(name => `names ${name}, which is not there. Name the place it has moved to.`),
  )(sources)
}
