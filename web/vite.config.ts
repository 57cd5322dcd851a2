import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { layers } from './layers.ts'
import { leanContracts } from './lean-contracts.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 4500}`
const proxy = Object.fromEntries(
  ['/api', '/media', '/sandbox', '/terms', '/privacy'].map(path => [path, { target: server }]),
)

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), leanContracts()],
  server: { proxy },
  preview: { proxy },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The bundle bench reads which chunks a route loads first.
    manifest: true,
    // The server's content security policy allows scripts and fonts only from its own address: no `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [layers] } } },
  },
})
