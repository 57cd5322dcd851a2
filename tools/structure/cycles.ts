import { importsOf } from './imports.ts'
import type { Rule } from './source.ts'

/**
 * No two files import each other, directly or indirectly. `import type` counts too: it costs nothing at run time,
 * but a reader who has to understand both files to understand either one does not care which kind of import it is.
 */
export const noCycles: Rule = sources => {
  const targets = new Map(
    sources.map(source => [source.path, importsOf(source).flatMap(({ target }) => target ?? [])]),
  )
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[][] = []
  const visit = (path: string, trail: string[]) => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(path)), path])
      return
    }
    state.set(path, 'open')
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of targets.keys()) visit(path, [])
  return cycles.map(cycle => ({
    path: cycle[0] ?? '',
    message: `imports itself round a circle: ${cycle.join(' → ')}. Move what both need into a file that imports neither.`,
  }))
}
