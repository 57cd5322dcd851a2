import { expect, test } from 'vitest'
import { judge } from './structure/judge.ts'
import { oneWriterForTable } from './structure/table-writers.ts'

const schema = {
  'server/src/platform/db/schema.ts': 'export type Database = {\n  notes: {\n    id: number\n  }\n}\n',
}
const notes = { 'server/src/features/notes/create-note.ts': "tx.insertInto('notes')" }
const of = (files: Record<string, string>) => judge(oneWriterForTable, { ...schema, ...notes, ...files })

test.each([
  "tx.updateTable('notes')",
  "tx\n  .deleteFrom(\n    'notes',\n  )",
  'sql`insert into notes (id) values (1)`',
  'sql`update notes set id = 1`',
])('a feature is reported when it writes to the table of another one: %s', text => {
  expect(of({ 'server/src/features/team/invite.ts': text })).toEqual([
    expect.stringContaining('team/invite.ts: writes to notes, which is written by notes and team.'),
  ])
})

test.each([
  ['server/src/features/notes/delete-note.ts', "tx.deleteFrom('notes')"],
  ['server/src/features/team/invite.ts', "tx.selectFrom('notes')"],
  ['server/src/features/team/invite.ts', '// Never update notes here.\n'],
  ['server/src/features/team/invite.test.ts', "tx.deleteFrom('notes')"],
  ['server/src/features/bin/delete-posts-for-good.ts', "tx.deleteFrom('notes')"],
])('its own table, reading, a test and the bin pass: %s, %s', (path, text) => {
  expect(of({ [path]: text })).toEqual([])
})

test('a reason is kept only as long as it is needed', () => {
  const files = {
    'server/src/platform/db/schema.ts': 'export type Database = {\n  users: {\n    id: number\n  }\n}\n',
  }
  const block = { 'server/src/platform/session/end-sessions.ts': "tx.updateTable('users')" }
  const signUp = { 'server/src/features/accounts/sign-up.ts': "tx.insertInto('users')" }
  expect(judge(oneWriterForTable, { ...files, ...block, ...signUp })).toEqual([])
  expect(judge(oneWriterForTable, { ...files, ...signUp })).toEqual([
    expect.stringContaining('lets platform write to users, which it no longer does.'),
  ])
})
