// Plain JavaScript for any Node from 18 on: this runs before the packages, including the pinned Node, are installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** The project's folder, with a slash at the end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The pinned Node itself; a link in `.bin` would work as well, except on Windows. */
export const pinnedNode = `${root}node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`

/** Installs the packages unless they match package-lock.json. Ends the process if that fails. */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing the packages (npm ci); this takes a minute the first time.')
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm']
  const [program, ...args] = [...npm, 'ci', '--no-audit', '--no-fund']
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32' && npm.length === 1,
  })
  if (status !== 0) {
    fail(
      `npm ci failed (${status === null ? 'npm was not found' : `code ${status}`}). Fix the problem it names above, then start again.`,
    )
  }
  if (!existsSync(pinnedNode)) {
    fail('npm skipped the install script of the package "node". Run: npm rebuild node --ignore-scripts=false')
  }
}

/** Compares what npm recorded as installed with the lock file; a stamp of our own could be wrong. */
function isInstalled() {
  if (!existsSync(pinnedNode)) return false
  const wanted = packagesOf('package-lock.json')
  const found = packagesOf('node_modules/.package-lock.json')
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === '' || wanted[path].link) return true
    // Optional packages are mostly for other platforms.
    return found[path] ? found[path].version === version : optional === true || devOptional === true
  })
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(root + file, 'utf8')).packages ?? {}
  } catch {
    // Missing or incomplete: nothing is installed.
    return {}
  }
}

/**
 * Runs a script on the pinned Node and exits with its code. Ctrl-C reaches the script once, through us: otherwise the terminal, npm and
 * we would each deliver it, and a second one forces an immediate exit.
 */
export function runAndExit(args) {
  const child = spawn(pinnedNode, args, {
    cwd: root,
    stdio: 'inherit',
    env: ownEnv(),
    detached: process.platform !== 'win32',
  })
  let last = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (Date.now() - last < 1000) return
      last = Date.now()
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })
  }
  child.on('error', error => fail(`Node.js in node_modules could not be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)))
}

/**
 * The environment with the project's programs on the path, the pinned Node first. Node keeps what it compiles, so that only the first
 * start strips the types and holds the compiler in memory. With two arenas, and with blocks of 64 kB and more mapped by themselves,
 * glibc returns memory that otherwise stays with it, in the database's processes too. What the operator has set stays.
 */
export function ownEnv() {
  const separator = process.platform === 'win32' ? ';' : ':'
  return {
    NODE_COMPILE_CACHE: `${root}node_modules/.cache/node`,
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '65536',
    MALLOC_TRIM_THRESHOLD_: '131072',
    MALLOC_TOP_PAD_: '65536',
    ...process.env,
    PATH: `${root}node_modules/.bin${separator}${process.env.PATH ?? ''}`,
  }
}

/**
 * V8's options for a server (docs/guides/operate.md "Memory"): its heap grows by a fifth between two collections at most, where the
 * default is four times, and has 4 MB instead of 32 for the youngest objects. Neither limits how large it may become.
 */
export const serverArgs = JSON.parse(readFileSync(new URL('server-args.json', import.meta.url), 'utf8'))

export function fail(message) {
  console.error(message)
  process.exit(1)
}
