import { expect, test } from 'vitest'
import { judge } from './judge.ts'
import { plainIdentifiers } from './names.ts'

const found = (text: string, path = 'server/src/a.ts') => judge(plainIdentifiers, { [path]: text })

test.each([
  ["const told = await tx.selectFrom('mails')", 'told'],
  ['const whenOf = (seconds: number) => seconds', 'whenOf'],
  ['const [asked, shown] = [1, 2]', 'asked'],
  ['async (asked: readonly File[]) => {', 'asked'],
  ['  readonly asked: readonly Name[]', 'asked'],
  ['type Told = { id: number }', 'Told'],
])('the name in “%s” is reported', (text, name) => {
  expect(found(text)).toEqual([
    `server/src/a.ts: line 1 calls something "${name}". Name it after what it holds (requests, lastMail).`,
  ])
})

test.each([
  ["toast.info('You are told, asked: nothing')"],
  ['// Told of each outcome.'],
  ['const question_asked = 1'],
  ['const lastMail = 1'],
])('“%s” is fine', text => {
  expect(found(text)).toEqual([])
})
