import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { lean } from '../../lean-contracts.ts'

const leanOf = (code: string) => lean(code, parseAst(code))

test('an endpoint keeps its address and files, and loses what only the server reads', () => {
  const code = `export const save = endpoint({
    method: 'PUT', path: '/posts/{id}', params: z.strictObject({ id }), query: undefined,
    body: z.strictObject({ list: z.array(x).max(3) }), files: { media: 1 }, output: post, failures: ['not_found'],
    summary: 'Saves a post.', permission: 'edit', scope: 'post',
  })`
  const left = leanOf(code)
  expect(left).toContain(`method: 'PUT', path: '/posts/{id}'`)
  expect(left).toContain(`files: { media: 1 }`)
  expect(left).not.toMatch(/z\.|output|params|query|body|failures|summary|permission|scope/)
  expect(() => parseAst(left)).not.toThrow()
})

test('unused schemas may be dropped, and used ones keep their meaning', () => {
  const left = leanOf('const a = z.string().max(3), b = { c: z.int() }, d = [f()]; export { a, b, d }')
  expect(left).toContain('const a = /* @__PURE__ */ (() => (z.string().max(3)))()')
  expect(left).toContain('b = /* @__PURE__ */ (() => ({ c: z.int() }))()')
  expect(left).toContain('d = /* @__PURE__ */ (() => ([f()]))()')
  expect(() => parseAst(left)).not.toThrow()
})

test('an unused lifecycle may be dropped: a page brings the states of nothing that it does not show', () => {
  const left = leanOf(`export const invoices = lifecycle({ name: 'invoice', events: {} })`)
  expect(left).toBe(
    `export const invoices = /* @__PURE__ */ (() => (lifecycle({ name: 'invoice', events: {} })))()`,
  )
})

test('plain values and functions stay as they are', () => {
  const code = `const names = ['a', 'b']; const is = x => names.includes(x); function f() { return g() }`
  expect(leanOf(code)).toBe(code)
})
