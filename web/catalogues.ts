import { readFile } from 'node:fs/promises'
import path from 'node:path'
import MessageFormat from '@messageformat/core'
import compileModule from '@messageformat/core/lib/compile-module.js'
import type { Plugin } from 'vite'
import { findPhrases, pageFolders } from '../tools/generators/phrases.ts'

/** English phrases that neither count nor choose are said as they are written in the code. */
const hasGrammar = (phrase: string): boolean => /\{\w+,|'[{']/.test(phrase)

const runtime = '@messageformat/runtime'
/** The same once more, for all languages but English. */
const ofTranslations = `${runtime}?translations`

type Options = {
  /** Folders of which the pages say nothing. */
  readonly without?: readonly string[]
  /** What English needs to count stays with it: one file for all languages would bring a page that speaks another one all that is English. */
  readonly isEnglishApart?: boolean
}

/** Catalogues of phrases become functions when the page is built: no page carries a parser of them. */
export const catalogues = ({ without = [], isEnglishApart = false }: Options = {}): Plugin => {
  /** Read once for all languages, and again when a file has changed. */
  let onPages: ReadonlySet<string> | null = null
  return {
    name: 'catalogues',
    enforce: 'pre',
    watchChange() {
      onPages = null
    },
    async resolveId(source, importer) {
      if (source !== ofTranslations) return null
      const found = await this.resolve(runtime, importer)
      return found && `${found.id}?translations`
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
      const compiled = compileModule(new MessageFormat(language), Object.fromEntries(said))
      const isApart = isEnglishApart && language !== 'en'
      const code = isApart ? compiled.replace(`"${runtime}"`, `"${ofTranslations}"`) : compiled
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
