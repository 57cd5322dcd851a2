import type { Plugin } from 'vite'
import { filesOf, type Manifest, pages } from './pages.ts'

/** The file in the folder of the build that names what each page loads first. */
const fileName = '.vite/preloads.json'

const tagsOf = (manifest: Manifest, modules: readonly string[]): string => {
  const first = filesOf(manifest, ['index.html'])
  const { scripts, styles } = filesOf(manifest, modules)
  const isNew = (known: readonly string[]) => (file: string) => !known.includes(file)
  return [
    ...styles.filter(isNew(first.styles)).map(file => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts
      .filter(isNew(first.scripts))
      .map(file => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('')
}

/**
 * Writes which files a page loads first, for the server to name in the document: the browser fetches them at once, not one after
 * the other as each script imports the next.
 */
export const preloadList = (): Plugin => ({
  name: 'preload-list',
  generateBundle: {
    // After Vite's own plugin has written the manifest.
    order: 'post',
    handler(_options, bundle) {
      const manifest = bundle['.vite/manifest.json']
      if (manifest?.type !== 'asset') throw new Error('The build has no manifest')
      const chunks: Manifest = JSON.parse(String(manifest.source))
      const list = Object.values(pages).flatMap(({ path, modules }) =>
        path === null ? [] : [{ path, tags: tagsOf(chunks, modules) }],
      )
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(list) })
    },
  },
})
