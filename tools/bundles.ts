import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

/** A page, the modules it needs before it is shown, and the kilobytes of script (brotli) that it may load until then. */
export type Page = { readonly name: string; readonly modules: readonly string[]; readonly budget: number }

const inApp = ['index.html', 'src/app.tsx']
const calendar = 'src/features/calendar/grid'

/** Login and calendar have the interface's budgets; the others a little more than their present size, so that nobody doubles them unnoticed. */
export const pages: readonly Page[] = [
  { name: 'login', modules: ['index.html', 'src/routes/login.tsx'], budget: 90 },
  { name: 'signup', modules: ['index.html', 'src/routes/signup.tsx'], budget: 92 },
  {
    name: 'calendar',
    modules: [...inApp, 'src/routes/calendar.tsx', `${calendar}/calendar-grid.tsx`],
    budget: 230,
  },
  {
    name: 'calendar, phone',
    modules: [...inApp, 'src/routes/calendar.tsx', `${calendar}/day-list.tsx`],
    budget: 180,
  },
  {
    name: 'manage-post',
    modules: [...inApp, 'src/routes/creation-layout.tsx', 'src/routes/manage-post.tsx'],
    budget: 320,
  },
  { name: 'approval list', modules: [...inApp, 'src/routes/approval-list.tsx'], budget: 165 },
]

type Manifest = Record<string, { readonly file: string; readonly imports?: readonly string[] }>

const dist = join(import.meta.dirname, '../web/dist')

/** Bytes of a file of the build as sent (brotli). */
export const compressedSize = (file: string, folder = dist): number =>
  brotliCompressSync(readFileSync(join(folder, file))).length

/** The scripts that the modules load, each with its bytes as sent (brotli). @throws if a module is not a chunk of the build */
export const scriptsOf = (modules: readonly string[], folder = dist): ReadonlyMap<string, number> => {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const scripts = new Map<string, number>()
  const seen = new Set<string>()
  const take = (module: string): void => {
    if (seen.has(module)) return
    seen.add(module)
    const chunk = manifest[module]
    if (!chunk)
      throw new Error(`${module} is no longer a chunk of its own: update the list in tools/bundles.ts`)
    if (chunk.file.endsWith('.js')) scripts.set(chunk.file, compressedSize(chunk.file, folder))
    for (const imported of chunk.imports ?? []) take(imported)
  }
  for (const module of modules) take(module)
  return scripts
}

/** Kilobytes of 1,000 bytes, as the budgets are meant. */
export const kilobytesOf = (scripts: ReadonlyMap<string, number>): number =>
  [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000

const report = ({ name, modules, budget }: Page, folder: string): boolean => {
  const scripts = scriptsOf(modules, folder)
  const kilobytes = kilobytesOf(scripts)
  const isOver = kilobytes > budget
  const size = `${kilobytes.toFixed(1).padStart(6)} of ${budget} kB (brotli) in ${scripts.size} files`
  console.log(`${`first-load JS, ${name}`.padEnd(34)} ${size}${isOver ? '   OVER' : ''}`)
  return isOver
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = process.argv[2]
  const builder = join(import.meta.dirname, 'build-web.mjs')
  const built = folder ? { status: 0 } : spawnSync(process.execPath, [builder], { stdio: 'inherit' })
  if (built.status !== 0) process.exit(1)
  const over = pages.filter(page => report(page, folder ?? dist))
  if (over.length > 0) process.exitCode = 1
}
