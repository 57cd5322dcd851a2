import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, fail, ownEnv, pinnedNode, root } from './setup.mjs'

const dist = `${root}web/dist`
const stamp = `${dist}/.stamp`

/** Builds the web pages if their sources have changed since the last build. */
export async function buildWeb() {
  const key = sourcesKey()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return
  console.log('Building the web pages.')
  rmSync(dist, { recursive: true, force: true })
  // The app, and the pages of approval links, proofs and reports beside it: they share no file.
  const pages = ['approve', 'proof', 'report'].map(name => `${name}.config.ts`)
  const codes = await Promise.all(['vite.config.ts', ...pages].map(runVite))
  if (codes.some(code => code !== 0)) fail('The web pages could not be built. See the message above.')
  // Written last, into a folder that is new: an interrupted build leaves no stamp.
  writeFileSync(stamp, key)
}

async function runVite(config) {
  const vite = `${root}node_modules/vite/bin/vite.js`
  const args = [vite, 'build', 'web', '--config', `${root}web/${config}`, '--logLevel', 'warn']
  const [code] = await once(spawn(pinnedNode, args, { cwd: root, stdio: 'inherit', env: ownEnv() }), 'exit')
  return code
}

/** A digest of everything that goes into the pages: their sources, the shared rules, the package versions. */
function sourcesKey() {
  const hash = createHash('sha256')
  for (const path of [
    'package-lock.json',
    'package.json',
    ...filesUnder('web'),
    ...filesUnder('domain'),
  ].sort()) {
    if (!/\.test\.tsx?$/.test(path))
      hash
        .update(path)
        .update('\0')
        .update(readFileSync(root + path))
        .update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(folder) {
  return readdirSync(root + folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return path === join('web', 'dist') ? [] : filesUnder(path)
    return [path]
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureInstalled({ tests: false })
  await buildWeb()
}
