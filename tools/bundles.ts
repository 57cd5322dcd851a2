import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

/**
 * A page, the modules it needs before it is shown, and the kilobytes (brotli) of script (`budget`) and of style sheets (`styles`) that
 * it may load until then.
 */
type Page = {
  readonly name: string
  readonly modules: readonly string[]
  readonly budget: number
  readonly styles: number
}

const inApp = ['index.html', 'src/app.tsx']

/** Each page may have this much of styles. */
const styles = 40

/**
 * Login has the budget it is meant to have (90), the calendar a little more than its own (180, as on a phone, which loads the same): since an
 * approval item no longer loads the calendar's files, they are more and compress a little worse. The others have a little more than
 * their present size, until they have come down to theirs: editor 330, approval list 130, approval item 110, settings 200 (docs/measuring.md).
 */
const pages: readonly Page[] = [
  { name: 'login', modules: ['index.html', 'src/routes/login.tsx'], budget: 90, styles },
  { name: 'signup', modules: ['index.html', 'src/routes/signup.tsx'], budget: 92, styles },
  {
    name: 'calendar',
    modules: [...inApp, 'src/routes/calendar.tsx'],
    budget: 184,
    styles,
  },
  {
    name: 'manage-post',
    modules: [...inApp, 'src/routes/creation-layout.tsx', 'src/routes/manage-post.tsx'],
    budget: 323,
    styles,
  },
  { name: 'approval list', modules: [...inApp, 'src/routes/approval-list.tsx'], budget: 155, styles },
  {
    name: 'approval item',
    modules: [...inApp, 'src/routes/creation-layout.tsx', 'src/routes/approval-item.tsx'],
    budget: 172,
    styles,
  },
  {
    name: 'settings',
    modules: [...inApp, 'src/routes/settings-layout.tsx', 'src/routes/general-settings.tsx'],
    budget: 195,
    styles,
  },
]

type Chunk = {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}
type Manifest = Record<string, Chunk>

const dist = join(import.meta.dirname, '../web/dist')

/** Bytes of a file of the build as sent (brotli). */
const compressedSize = (file: string, folder = dist): number =>
  brotliCompressSync(readFileSync(join(folder, file))).length

/** The files that the modules load, each with its bytes as sent (brotli). */
type Loaded = { readonly scripts: ReadonlyMap<string, number>; readonly styles: ReadonlyMap<string, number> }

/** What the modules load with everything they import at once. @throws if a module is not a chunk of the build */
const filesOf = (modules: readonly string[], folder = dist): Loaded => {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const scripts = new Map<string, number>()
  const sheets = new Map<string, number>()
  const seen = new Set<string>()
  const take = (module: string): void => {
    if (seen.has(module)) return
    seen.add(module)
    const chunk = manifest[module]
    if (!chunk)
      throw new Error(`${module} is no longer a chunk of its own: update the list in tools/bundles.ts`)
    if (chunk.file.endsWith('.js')) scripts.set(chunk.file, compressedSize(chunk.file, folder))
    for (const sheet of chunk.css ?? []) sheets.set(sheet, compressedSize(sheet, folder))
    for (const imported of chunk.imports ?? []) take(imported)
  }
  for (const module of modules) take(module)
  return { scripts, styles: sheets }
}

/** Kilobytes of 1,000 bytes, as the budgets are meant. */
const kilobytesOf = (scripts: ReadonlyMap<string, number>): number =>
  [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000

const reportFiles = (name: string, files: ReadonlyMap<string, number>, budget: number): boolean => {
  const kilobytes = kilobytesOf(files)
  const isOver = kilobytes > budget
  const size = `${kilobytes.toFixed(1).padStart(6)} of ${budget} kB (brotli) in ${files.size} files`
  console.log(`${name.padEnd(34)} ${size}${isOver ? '   OVER' : ''}`)
  return isOver
}

const report = ({ name, modules, budget, styles: limit }: Page, folder: string): boolean => {
  const { scripts, styles: sheets } = filesOf(modules, folder)
  const isOver = reportFiles(`first-load JS, ${name}`, scripts, budget)
  return reportFiles(`first-load CSS, ${name}`, sheets, limit) || isOver
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = process.argv[2]
  const builder = join(import.meta.dirname, 'build-web.mjs')
  const built = folder ? { status: 0 } : spawnSync(process.execPath, [builder], { stdio: 'inherit' })
  if (built.status !== 0) process.exit(1)
  const over = pages.filter(page => report(page, folder ?? dist))
  if (over.length > 0) process.exitCode = 1
}
