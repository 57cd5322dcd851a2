import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const list = new URL('src/ui/theme/mantine.css', import.meta.url)

const importOf = (name: string) => `@mantine/core/styles/${name}.layer.css`

/** The components whose style sheet `mantine.css` lacks, of those in these modules. */
export const missingStyles = (modules: readonly string[], sheet: string): string[] => {
  const names = modules.flatMap(id => /\/@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1] ?? [])
  return [...new Set(names)].filter(name => !sheet.includes(importOf(name)))
}

/** Stops the build if a page uses a component whose styles are left out. */
export const mantineStyles = (): Plugin => ({
  name: 'mantine-styles',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap(each => (each.type === 'chunk' ? each.moduleIds : []))
    const missing = missingStyles(modules, readFileSync(list, 'utf8'))
    if (missing.length > 0) this.error(`Add to src/ui/theme/mantine.css: ${missing.map(importOf).join(', ')}`)
  },
})
