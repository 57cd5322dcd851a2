import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanContracts } from './lean-contracts.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 4500}`
const proxy = Object.fromEntries(
  ['/api', '/media', '/sandbox', '/terms', '/privacy'].map(path => [path, { target: server }]),
)

const fields = {
  name: 'fields',
  test: /@mantine.core.esm.components.(Input|InputBase|TextInput|PasswordInput|ActionIcon|CloseButton)./,
  includeDependenciesRecursively: false,
}

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
    // The server's content security policy allows scripts and fonts from its own address only: no `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // In one piece, or the login screen fetches its fields as four files that compress worse.
    rolldownOptions: { output: { codeSplitting: { groups: [fields] } } },
  },
})
