import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { catalogues } from './catalogues.ts'
import { layers } from './layers.ts'
import { leanContracts } from './lean-contracts.ts'
import { mantineStyles } from './mantine-styles.ts'
import { preloadList } from './preload-list.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 4500}`
const proxy = Object.fromEntries(
  ['/api', '/media', '/sandbox', '/terms', '/privacy'].map(path => [path, { target: server }]),
)

/** Beside each file, as the server sends it: what is written once is compressed as well as can be. */
export const compressed = () =>
  compression({
    include: /\.(js|css|html|svg|json)$/,
    threshold: 300,
    // Two at a time on any machine; without it they wait for one another where there are two cores.
    scheduler: { limit: 2 },
    algorithms: [
      'gzip',
      defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    ],
  })

/** While developing, `/approve`, `/proof` and `/report` are documents of their own as well, which otherwise the server sees to. */
const linkPages = (): Plugin => ({
  name: 'link-pages',
  configureServer: server => {
    server.middlewares.use((request, _answer, next) => {
      if (/^\/(approve|proof|report)$/.test(request.url ?? '')) request.url += '.html'
      next()
    })
  },
})

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    catalogues({ isEnglishApart: true }),
    leanContracts(),
    mantineStyles(),
    preloadList(),
    linkPages(),
    compressed(),
  ],
  server: { proxy },
  preview: { proxy },
  build: {
    outDir: 'dist',
    // `tools/build-web.mjs` empties it: both builds write into it at the same time.
    emptyOutDir: false,
    // The bundle bench reads which chunks a route loads first.
    manifest: true,
    // The server's content security policy allows scripts and fonts only from its own address: no `data:`.
    assetsInlineLimit: 0,
    // `index.html` has these two: no list of what to load with a later part need name them.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, parts) =>
        parts.filter(part => !/\/(base|rolldown-runtime)-[^/]+\.js$/.test(part)),
    },
    rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: { groups: [layers] } } },
  },
})
