import { expect, test } from 'vitest'
import { ownTablesOnly } from './structure/platform-tables.ts'

const schema = {
  path: 'server/src/platform/db/schema.ts',
  text: 'export type Database = {\n  users: {\n    id: number\n  }\n  posts: {\n    id: number\n  }\n}\n',
}
const judge = (path: string, text: string) =>
  ownTablesOnly([schema, { path, text }]).map(({ message }) => message)

test.each([
  'sql`select id from posts where id = 1`',
  'sql`select u.id from users u join posts p on p.user_id = u.id`',
  'sql`update posts set title = null`',
  "db.selectFrom('posts').select('id')",
  "db.selectFrom('users').innerJoin('posts as p', 'p.user_id', 'users.id')",
])('the platform is reported when it names the table of a feature: %s', text => {
  expect(judge('server/src/platform/session/scope.ts', text)).toEqual([
    expect.stringContaining("posts, which is a feature's table"),
  ])
})

test.each([
  ['server/src/platform/session/scope.ts', 'sql`select id from users`'],
  ['server/src/platform/session/scope.ts', '// Not from posts.\n'],
  ['server/src/platform/http/gate.test.ts', "db.selectFrom('posts')"],
  ['server/src/features/posts/posts.ts', "db.selectFrom('posts')"],
])('what is the platform’s own, a test or a feature passes: %s, %s', (path, text) => {
  expect(judge(path, text)).toEqual([])
})
