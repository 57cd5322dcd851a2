import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanContracts } from './lean-contracts.ts'
import { compressed } from './vite.config.ts'

/**
 * The page of an approval link, built by itself: it shares no file with the app, whose files hold what all of its pages need
 * (docs/decisions/0069-deciding-by-link.md). Into the same folder, after the app, which empties it.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), leanContracts(), compressed()],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    manifest: '.vite/approve.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: fileURLToPath(new URL('approve.html', import.meta.url)) },
  },
})
