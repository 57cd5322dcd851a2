import { posix } from 'node:path'
import { importsOf } from './imports.ts'
import { isCode, isTest, type Rule } from './source.ts'
import { lineCount } from './text.ts'

/** Fewer lines than this are read where they are used. */
const LINES_MIN = 31

const product = /^(domain|server|web|sandbox)\/src\//

/** These list what others do, in a file each: the handlers of calls, the pages. */
const lists = /(^|\/)(routes|router|settings-routes|public-page)\.tsx?$/

/**
 * A short file that only one file of its folder imports is part of that file. Apart stay what has a test of its own, what is loaded when
 * it is needed, the handler of a call, and a feature's `api.ts`, where everybody looks for its hooks.
 */
export const neighboursTogether: Rule = sources => {
  const users = new Map<string, { from: string; isLoaded: boolean }[]>()
  for (const source of sources)
    for (const { from, target, names } of importsOf(source))
      if (target && from !== target)
        users.set(target, [...(users.get(target) ?? []), { from, isLoaded: names === null }])
  return sources.flatMap(({ path, text }) => {
    const importers = users.get(path) ?? []
    const [only] = new Set(importers.map(({ from }) => from))
    if (!product.test(path) || !isCode(path) || isTest(path) || lineCount(text) >= LINES_MIN) return []
    if (posix.basename(path) === 'api.ts') return []
    if (!only || importers.some(({ from, isLoaded }) => from !== only || isLoaded)) return []
    if (posix.dirname(only) !== posix.dirname(path) || lists.test(only) || isTest(only)) return []
    return [
      {
        path,
        message: `has ${lineCount(text)} lines and is imported by ${posix.basename(only)} alone. Move it in there.`,
      },
    ]
  })
}
