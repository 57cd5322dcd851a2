import { eachSource, inParentheses, isTest, type Rule, withoutComments } from './source.ts'

const isServer = (path: string) => path.startsWith('server/src/') && !isTest(path)
const mover = 'server/src/platform/db/move.ts'

const columnWritten = /(?:^|[{,(\s])(?:\w+_)?status\s*(?::|,|\}|$)/
const statusInSql =
  /\bupdate\s+\w+\s+(?:as\s+)?(?:\w+\s+)?set\b(?:(?!\bwhere\b|\bfrom\b)[^`])*\b(?:\w+_)?status\s*=/i

/** A status is moved by an event that its lifecycle allows, or not at all: two writers of one column would need two sets of rules. */
export const onlyMovedStatuses: Rule = eachSource(({ path, text }) => {
  if (!isServer(path) || path === mover) return []
  const code = withoutComments(text)
  const written = [...code.matchAll(/\.(?:set|doUpdateSet)\(/g)]
    .map(({ 0: call, index }) => ({ index, set: inParentheses(code, index + call.length - 1) }))
    .filter(({ set }) => columnWritten.test(set))
  const places = [...written.map(({ index }) => index), ...[code.search(statusInSql)].filter(at => at >= 0)]
  return places.map(
    at =>
      `line ${code.slice(0, at).split('\n').length} writes a status. Add an event to the lifecycle in domain/src/<feature>/status.ts, and call move() with it.`,
  )
})

const declared = /^export const (\w+Lifecycle)\b/gm

/** A lifecycle that the product does not apply is a drawing: what really happens to the rows is written somewhere else. */
export const appliedLifecycles: Rule = sources => {
  const registry = sources.find(({ path }) => path === 'domain/src/lifecycles.ts')?.text ?? ''
  const product = sources.filter(({ path }) => isServer(path)).map(({ text }) => withoutComments(text))
  return sources
    .filter(({ path }) => path.startsWith('domain/src/') && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(declared)].flatMap(([, name = '']) => {
        const applied = new RegExp(`\\bmove(?:All)?\\(\\s*[\\w.]+,\\s*${name}\\b`)
        return [
          ...(new RegExp(`^  ${name},$`, 'm').test(registry)
            ? []
            : [
                {
                  path,
                  message: `${name} is not in domain/src/lifecycles.ts. List it there, so that it is tested and drawn.`,
                },
              ]),
          ...(product.some(code => applied.test(code))
            ? []
            : [
                {
                  path,
                  message: `${name} is applied by no file of the server. Let move() apply it where its status changes, or delete it.`,
                },
              ]),
        ]
      }),
    )
}
