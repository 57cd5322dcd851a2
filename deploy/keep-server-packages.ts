import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

// In the image's build alone (Dockerfile): removes from node_modules what the pages were built with, and what only tests need.

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

const sources = globSync('{server,domain}/src/**/*.ts', { cwd: root }).map(read)
/** Whether it is imported, or one of its files looked up by name. */
const isNamed = (name: string): boolean =>
  sources.some(source => source.includes(`'${name}'`) || source.includes(`'${name}/`))
const { devDependencies: _, dependencies, ...rest } = JSON.parse(read('package.json'))
const kept = Object.entries(dependencies).filter(([name]) => isNamed(name))
writeFileSync(
  path.join(root, 'package.json'),
  JSON.stringify({ ...rest, dependencies: Object.fromEntries(kept) }, null, 2),
)
const prune = ['prune', '--ignore-scripts', '--no-audit', '--no-fund']
process.exitCode = spawnSync('npm', prune, { cwd: root, stdio: 'inherit' }).status ?? 1
