import { readFile } from 'node:fs/promises'
import path from 'node:path'
import MessageFormat from '@messageformat/core'
import compileModule from '@messageformat/core/lib/compile-module.js'
import type { Plugin } from 'vite'
import { findPhrases, pageFolders } from '../tools/generators/phrases.ts'

/** English phrases that neither count nor choose are said as they are written in the code. */
const hasGrammar = (phrase: string): boolean => /\{\w+,|'/.test(phrase)

/** Catalogues of phrases become functions when the page is built: no page carries a parser of them. */
export const catalogues = (): Plugin => {
  /** Read once for all languages, and again when a file has changed. */
  let onPages: ReadonlySet<string> | null = null
  return {
    name: 'catalogues',
    enforce: 'pre',
    watchChange() {
      onPages = null
    },
    async load(id) {
      const [, language] = /\/languages\/catalogues\/(\w+)\.json$/.exec(id) ?? []
      if (!language) return null
      const texts = JSON.parse(await readFile(path.resolve(id), 'utf8')) as Record<string, string>
      onPages ??= new Set(findPhrases(pageFolders))
      const shown = onPages
      const said = Object.entries(texts).filter(
        ([phrase]) => shown.has(phrase) && (language !== 'en' || hasGrammar(phrase)),
      )
      return {
        code: compileModule(new MessageFormat(language), Object.fromEntries(said)),
        moduleType: 'js',
        map: null,
      }
    },
  }
}
