import { expect, it } from 'vitest'
import { judge } from './structure/judge.ts'
import { declaredMigrations } from './structure/migrations.ts'

const found = (text: string, name = '0152-colours.sql') =>
  judge(declaredMigrations, { [`server/migrations/${name}`]: text })

it('A migration that does not say what it means for former versions is refused', () => {
  expect(found('create table colours ();')).toHaveLength(1)
  expect(found('-- Expands nothing.\ncreate table colours ();')).toHaveLength(1)
  expect(found('-- Expands.\ncreate table colours ();')).toEqual([])
  expect(found('-- For pages.\n-- Needs 0151.\ndrop table colours;')).toEqual([])
})

it('Migrations from before that rule are left as they are', () => {
  expect(found('create table colours ();', '0151-backups.sql')).toEqual([])
})
