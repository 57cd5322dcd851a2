import type { Plugin } from 'vite'

/** A node of the syntax tree, as far as this file needs it. */
type Node = { type: string; start: number; end: number; [field: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

type Edit = { readonly start: number; readonly end: number; readonly text: string }

/** What only the server reads: schemas, who may call, what it costs, how it fails, and the sentences of the API's description. */
const unread = ['params', 'query', 'body', 'output', 'summary', 'permission', 'scope', 'cost', 'failures']

/** Removes them from every `endpoint({ … })`. */
const schemaCuts = (node: Node, code: string): Edit[] => {
  const callee = node.callee as Node | undefined
  if (node.type !== 'CallExpression' || callee?.name !== 'endpoint')
    return childrenOf(node).flatMap(child => schemaCuts(child, code))
  const [definition] = node.arguments as Node[]
  return ((definition?.properties ?? []) as Node[])
    .filter(property => unread.includes(String((property.key as Node | undefined)?.name)))
    .map(({ start, end }) => ({
      start,
      end: end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0),
      text: '',
    }))
}

/** Whether evaluating the value calls something at once: a call inside a function happens later. */
const hasCall = (node: Node): boolean =>
  node.type === 'CallExpression' ||
  (!node.type.includes('Function') && childrenOf(node).some(child => hasCall(child)))

/** Wraps the values of top-level constants so that the bundler may drop unused ones: creating a schema or a lifecycle has no effect. */
const pureWraps = (program: Node): Edit[] =>
  (program.body as Node[])
    .map(statement => (statement.declaration as Node | null | undefined) ?? statement)
    .filter(statement => statement.type === 'VariableDeclaration')
    .flatMap(statement => statement.declarations as Node[])
    .map(declaration => declaration.init)
    .filter(isNode)
    .filter(hasCall)
    .flatMap(({ start, end }) => [
      { start, end: start, text: '/* @__PURE__ */ (() => (' },
      { start: end, end, text: '))()' },
    ])

/** The code of a module of the domain, of which what is not used can be dropped. */
export const lean = (code: string, program: unknown): string =>
  isNode(program)
    ? [...schemaCuts(program, code), ...pureWraps(program)]
        .sort((one, other) => other.start - one.start)
        .reduce(
          (text, { start, end, text: inserted }) => text.slice(0, start) + inserted + text.slice(end),
          code,
        )
    : code

/**
 * Keeps schemas out of pages that use contracts only as addresses and types: they would add 25 kB (brotli) to each. In the browser an
 * endpoint has its method, its path and its files; a model's schema that is used by itself works, and then loads the library.
 */
export const leanContracts = (): Plugin => ({
  name: 'lean-contracts',
  enforce: 'post',
  transform(code, id) {
    // No module of the domain does anything when it is loaded.
    if (!/\/domain\/src\/.+\.ts$/.test(id)) return null
    return { code: lean(code, this.parse(code)), map: null }
  },
})
