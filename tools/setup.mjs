// Plain JavaScript for any Node from 18 on: this runs before the packages, including the pinned Node, are installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** The project's folder, with a slash at the end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const { platform, arch } = process
const nodePackage = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform === 'win32' ? 'win' : platform}-${arch}`

/** The pinned Node itself, an optional package for each platform; a link in `.bin` would work as well, except on Windows. */
export const pinnedNode = `${root}node_modules/${nodePackage}/bin/node${platform === 'win32' ? '.exe' : ''}`

/**
 * Installs the packages unless they match package-lock.json: what running needs, or with `tests` all of them. What tests need is added to
 * what is there, so that a Galley that runs meanwhile keeps its files. Ends the process if that fails.
 */
export function ensureInstalled({ tests }) {
  const wanted = packagesOf('package-lock.json')
  const found = packagesOf('node_modules/.package-lock.json')
  const isInstalled = which => existsSync(pinnedNode) && Object.entries(wanted).every(isIn(found, which))
  const canRun = isInstalled(({ dev }) => !dev)
  if (canRun && (!tests || isInstalled(() => true))) return
  // The packages of the tests are kept if they were installed before.
  const isForRunning = !tests && !Object.values(found).some(({ dev }) => dev)
  console.log(isForRunning ? 'Installing the packages.' : 'Installing the packages, with those of the tests.')
  const omit = isForRunning ? '--omit=dev' : '--include=dev'
  runNpm(canRun ? ['install', '--no-save', omit] : ['ci', omit])
  if (!existsSync(pinnedNode))
    fail(`npm did not install ${nodePackage}: Galley has no Node.js for this platform.`)
}

/** Compares what npm recorded as installed with the lock file; a stamp of our own could be wrong. */
function isIn(found, isNeeded) {
  return ([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link || !isNeeded(entry)) return true
    // Optional packages are mostly for other platforms.
    return found[path] ? found[path].version === entry.version : Boolean(entry.optional || entry.devOptional)
  }
}

/** Without npm's warnings: most say that a package does not support the machine's Node, which does not run it. */
function runNpm(command) {
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm']
  const [program, ...args] = [...npm, ...command, '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    shell: platform === 'win32' && npm.length === 1,
  })
  if (status === 0) return
  const reason = status === null ? 'npm was not found' : `code ${status}`
  fail(`npm ${command[0]} failed (${reason}). Fix the problem it names above, then start again.`)
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
