import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { filesOf, type Manifest, type Page, pages } from '../web/pages.ts'

/** A page and the kilobytes (brotli) of script (`budget`) and of style sheets (`styles`) that it may load before it is shown. */
type Budget = { readonly name: keyof typeof pages; readonly budget: number; readonly styles: number }

/** Each page may have this much of styles. */
const styles = 28

/**
 * Clients open an approval link on a phone and are to decide within ten seconds: 110 (docs/decisions/0069-deciding-by-link.md).
 * Login has the budget it is meant to have (90); calendar, editor and settings less than they may have (230, 330, 200). The
 * approval list and item have a little more than their present size, until they have come down to theirs: 130 and 150
 * (docs/decisions/0043-what-a-page-must-load.md). Each is a kilobyte or more above the present size: what a change packs differently in
 * another page is no reason to fail.
 */
const budgets: readonly Budget[] = [
  { name: 'login', budget: 90, styles },
  // With what a sign-up that turns out to be a sign-in with a second factor does.
  { name: 'signup', budget: 94, styles },
  { name: 'approve', budget: 110, styles },
  { name: 'proof', budget: 100, styles },
  { name: 'report', budget: 90, styles },
  // With what a card says of its campaign and of a pause.
  { name: 'calendar', budget: 195, styles },
  { name: 'content', budget: 181, styles },
  // With the charts, which are loaded once the figures are there.
  { name: 'analytics', budget: 270, styles },
  { name: 'import', budget: 208, styles },
  // With the client's colour and name in its frame, and the places of its warnings and of links without parameters.
  { name: 'manage-post', budget: 283, styles },
  // With what says that a pause keeps a post back.
  { name: 'approval list', budget: 161, styles },
  { name: 'approval item', budget: 179, styles },
  { name: 'settings', budget: 175, styles },
  { name: 'board', budget: 165, styles },
  { name: 'billing', budget: 169, styles },
]

const dist = join(import.meta.dirname, '../web/dist')

/** Bytes of a file of the build as sent (brotli). */
const compressedSize = (file: string, folder: string): number =>
  brotliCompressSync(readFileSync(join(folder, file))).length

/** Files with their bytes as sent (brotli). */
type Sizes = ReadonlyMap<string, number>

const sizesOf = (files: readonly string[], folder: string): Sizes =>
  new Map(files.map(file => [file, compressedSize(file, folder)]))

/** Kilobytes of 1,000 bytes, as the budgets are meant. */
const kilobytesOf = (scripts: Sizes): number =>
  [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000

const reportFiles = (name: string, files: Sizes, budget: number): boolean => {
  const kilobytes = kilobytesOf(files)
  const isOver = kilobytes > budget
  const size = `${kilobytes.toFixed(1).padStart(6)} of ${budget} kB (brotli) in ${files.size} files`
  console.log(`${name.padEnd(34)} ${size}${isOver ? '   OVER' : ''}`)
  return isOver
}

const report = ({ name, budget, styles: limit }: Budget, folder: string): boolean => {
  const page: Page = pages[name]
  const written = readFileSync(join(folder, page.manifest ?? '.vite/manifest.json'), 'utf8')
  const manifest: Manifest = JSON.parse(written)
  const files = filesOf(manifest, page.modules)
  const isOver = reportFiles(`first-load JS, ${name}`, sizesOf(files.scripts, folder), budget)
  return reportFiles(`first-load CSS, ${name}`, sizesOf(files.styles, folder), limit) || isOver
}

/** Files with the library of schemas, which `web/lean-contracts.ts` keeps out of every page. */
const filesWithSchemas = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'assets')).filter(
    file => file.endsWith('.js') && readFileSync(join(folder, 'assets', file), 'utf8').includes('ZodType'),
  )

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = process.argv[2]
  const builder = join(import.meta.dirname, 'build-web.mjs')
  const built = folder ? { status: 0 } : spawnSync(process.execPath, [builder], { stdio: 'inherit' })
  if (built.status !== 0) process.exit(1)
  const over = budgets.filter(each => report(each, folder ?? dist))
  const withSchemas = filesWithSchemas(folder ?? dist)
  for (const file of withSchemas) console.log(`${file} has come with the library of schemas`)
  if (over.length + withSchemas.length > 0) process.exitCode = 1
}
