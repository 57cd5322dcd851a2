import { expect, test } from 'vitest'
import { appliedLifecycles, onlyMovedStatuses } from './structure/lifecycles.ts'
import type { Rule } from './structure/source.ts'

/** What the rule reports about a project with these files. */
const judge = (rule: Rule, files: Record<string, string>) =>
  rule(Object.entries(files).map(([path, text]) => ({ path, text }))).map(({ message }) => message)

test.each([
  "tx.updateTable('imports').set({ status: 'done' })",
  "tx.updateTable('imports').set(eb => ({ attempt: eb('attempt', '+', 1), status }))",
  "tx.updateTable('post_socials').set({ updated_at: now, first_comment_status: 'added' })",
  "insert.onConflict(clash => clash.column('id').doUpdateSet({ ...values, status: 'paid' }))",
  'sql`update post_socials s set updated_at = now(), status = $1 where s.id = 1`',
])('a status that is written past the mover is reported: %s', code => {
  expect(judge(onlyMovedStatuses, { 'server/src/features/posts/posts.ts': code })).toEqual([
    expect.stringContaining('line 1 writes a status'),
  ])
})

test.each([
  "tx.updateTable('imports').set({ attempt: 1 }).where('status', '=', 'running')",
  "tx.insertInto('imports').values({ status: 'checked' })",
  'reply.set({ headers }).code(status)',
  "sql`update imports set attempt = 1 where status = 'running'`",
])('what only reads a status, or begins with one, passes: %s', code => {
  expect(judge(onlyMovedStatuses, { 'server/src/features/posts/posts.ts': code })).toEqual([])
})

test('a lifecycle is listed and applied by the product; a test, a diagram and a tool are no use of it', () => {
  const declared = { 'domain/src/imports/status.ts': 'export const importLifecycle = lifecycle({\n})\n' }
  const listed = { 'domain/src/lifecycles.ts': 'export const lifecycles = {\n  importLifecycle,\n}\n' }
  const applying = "await move(tx, importLifecycle, id, 'undone')\n"
  expect(
    judge(appliedLifecycles, { ...declared, 'tools/docs.ts': applying, 'server/src/a.test.ts': applying }),
  ).toEqual([
    expect.stringContaining('importLifecycle is not in domain/src/lifecycles.ts'),
    expect.stringContaining('importLifecycle is applied by no file of the server'),
  ])
  expect(
    judge(appliedLifecycles, {
      ...declared,
      ...listed,
      'server/src/features/imports/undo-import.ts': applying,
    }),
  ).toEqual([])
})
