import { posix } from 'node:path'
import { isCode, type Source } from './source.ts'

/**
 * One import: its specifier, the project file it resolves to (null for a package), the imported names (null: possibly all, as for a dynamic
 * import), and whether it is erased at run time.
 */
export type Import = {
  from: string
  specifier: string
  target: string | null
  names: readonly string[] | null
  typeOnly: boolean
}

/** The roots of package.json's `imports`. */
const roots: Record<string, string> = {
  '#domain/': 'domain/src/',
  '#server/': 'server/src/',
  '#testing/': 'server/testing/',
  '#sandbox/': 'sandbox/src/',
  '#web/': 'web/src/',
}

// Relies on Biome's formatting: statements begin their line, and strings are in single quotes.
const statement = /^(import|export)(\s+type)?\b([^'"`;=]*?\bfrom)?\s*'([^']+)'/gm
const call = /\bimport\(\s*'([^']+)'\s*\)/g

/** Every import and re-export of a file: statements, side effects, and dynamic imports of a literal. */
export function importsOf({ path, text }: Source): Import[] {
  if (!isCode(path)) return []
  const statements = [...text.matchAll(statement)].map(([, , type, clause = '', specifier = '']) => ({
    specifier,
    names: namesIn(clause, text),
    typeOnly: type !== undefined,
  }))
  const calls = [...text.matchAll(call)].map(([, specifier = '']) => ({
    specifier,
    names: null,
    typeOnly: false,
  }))
  return [...statements, ...calls].map(found => ({
    from: path,
    ...found,
    target: resolve(path, found.specifier),
  }))
}

/** The names between the braces, as exported; of a namespace import, those that the text uses. */
function namesIn(clause: string, text: string): string[] {
  const namespace = /\*\s+as\s+(\w+)/.exec(clause)?.[1]
  if (namespace)
    return [...text.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, 'g'))].map(([, name = '']) => name)
  const list = /\{([^}]*)\}/.exec(clause)?.[1] ?? ''
  return list.split(',').flatMap(item => /^\s*(?:type\s+)?(\w+)/.exec(item)?.[1] ?? [])
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const root = Object.keys(roots).find(prefix => specifier.startsWith(prefix))
  return root ? `${roots[root]}${specifier.slice(root.length)}` : null
}
