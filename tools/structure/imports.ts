import { posix } from 'node:path'
import { isCode, type Source } from './source.ts'

/** One import: what is written, the project file it means (null for a package), and whether it vanishes at run time. */
export type Import = { from: string; specifier: string; target: string | null; typeOnly: boolean }

/** The roots of package.json's `imports`. */
const roots: Record<string, string> = {
  '#domain/': 'domain/src/',
  '#server/': 'server/src/',
  '#sandbox/': 'sandbox/src/',
  '#web/': 'web/src/',
}

// Biome's layout is relied on: statements begin their line, and strings are in single quotes.
const statement = /^(import|export)(\s+type)?\b(?:[^'"`;=]*?\bfrom)?\s*'([^']+)'/gm
const call = /\bimport\(\s*'([^']+)'\s*\)/g

/** Every import and re-export of a file: statements, side effects and calls with a literal. */
export function importsOf({ path, text }: Source): Import[] {
  if (!isCode(path)) return []
  const statements = [...text.matchAll(statement)].map(([, , type, specifier = '']) => ({
    specifier,
    typeOnly: type !== undefined,
  }))
  const calls = [...text.matchAll(call)].map(([, specifier = '']) => ({ specifier, typeOnly: false }))
  return [...statements, ...calls].map(found => ({
    from: path,
    ...found,
    target: resolve(path, found.specifier),
  }))
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const root = Object.keys(roots).find(prefix => specifier.startsWith(prefix))
  return root ? `${roots[root]}${specifier.slice(root.length)}` : null
}
