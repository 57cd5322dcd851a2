import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { publicFolders, reportFolders } from '../tools/generators/phrases.ts'
import { catalogues } from './catalogues.ts'
import { inOneFile } from './layers.ts'
import { leanContracts } from './lean-contracts.ts'
import { mantineStyles } from './mantine-styles.ts'
import { compressed } from './vite.config.ts'

const inSources = (name: string): string =>
  fileURLToPath(new URL(`src/features/approval-links/${name}`, import.meta.url))

/**
 * A page behind a secret link, `name`.html, built by itself: it shares no file with the app, whose files hold what all of its pages need
 * (docs/decisions/0069-deciding-by-link.md). Into the same folder, at the same time.
 */
export const linkPage = (
  name: string,
  without: readonly string[] = reportFolders,
  groups: readonly ReturnType<typeof inOneFile>[] = [],
) =>
  defineConfig({
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [
      react(),
      catalogues({ without: [...publicFolders, ...without] }),
      leanContracts(),
      mantineStyles(),
      compressed(),
    ],
    resolve: {
      alias: [{ find: /^.*\/link-preview-api\.ts$/, replacement: inSources('frozen-link-preview.ts') }],
    },
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: `.vite/${name}.json`,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        checks: { pluginTimings: false },
        output: { codeSplitting: { groups: [...groups] } },
        input: fileURLToPath(new URL(`${name}.html`, import.meta.url)),
      },
    },
  })

export default linkPage('approve', reportFolders, [
  inOneFile('features/approval-links/approve-screen.tsx', 'ui/theme/provider.tsx'),
])
