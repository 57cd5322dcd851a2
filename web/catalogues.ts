import { readFile } from 'node:fs/promises'
import path from 'node:path'
import MessageFormat from '@messageformat/core'
import compileModule from '@messageformat/core/lib/compile-module.js'
import type { Plugin } from 'vite'
import { findPhrases, pageFolders } from '../tools/generators/phrases.ts'

/** English phrases that neither count nor choose are said as they are written in the code. */
const hasGrammar = (phrase: string): boolean => /\{\w+,|'/.test(phrase)

/** Catalogues of phrases become functions when the page is built: no page carries a parser of them, nor what is only said in folders `without`. */
export const catalogues = (without: readonly string[] = []): Plugin => {
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
      onPages ??= new Set(findPhrases(pageFolders, without))
      const shown = onPages
      const said = Object.entries(texts).filter(
        ([phrase]) => shown.has(phrase) && (language !== 'en' || hasGrammar(phrase)),
      )
      const code = compileModule(new MessageFormat(language), Object.fromEntries(said))
      return {
        // Browsers know when a language says one, few or many: no page carries such rules.
        code: code.replace(
          /^import \{ \w+ \} from [^\n]*lib\/cardinals[^\n]*$/m,
          `const rules = new Intl.PluralRules('${language}')\nconst ${language} = (count) => rules.select(count)`,
        ),
        moduleType: 'js',
        map: null,
      }
    },
  }
}
