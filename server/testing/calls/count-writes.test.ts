import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { buildAgency, buildPerson, buildProject } from '#testing/people.ts'
import { countWrites } from './count-writes.ts'

const kit = useTestApp({ routes: [] })

const isCounted = async (work: () => Promise<unknown>): Promise<boolean> => {
  const before = await countWrites(kit.db)
  await work()
  return (await countWrites(kit.db)) !== before
}

it('countWrites sees inserted, changed, deleted and truncated rows', async () => {
  const { db } = kit
  expect(await isCounted(() => buildAgency(db, 'One'))).toBe(true)
  expect(await isCounted(() => db.updateTable('agencies').set({ name: 'Two' }).execute())).toBe(true)
  expect(await isCounted(() => db.deleteFrom('agencies').execute())).toBe(true)
  expect(await isCounted(() => sql`truncate day_labels`.execute(db))).toBe(true)
})

it('countWrites ignores reads, rollbacks, updates that change nothing, and sessions', async () => {
  const { db } = kit
  const person = await buildPerson(db, await buildProject(db), 'agency-admin')
  expect(await isCounted(() => db.selectFrom('agencies').selectAll().execute())).toBe(false)
  expect(await isCounted(() => db.updateTable('users').set({ name: person.name }).execute())).toBe(false)
  expect(await isCounted(() => kit.tokenOf(person))).toBe(false)
  const rollBack = () =>
    db
      .transaction()
      .execute(async tx => {
        await tx.deleteFrom('project_members').execute()
        await tx.insertInto('agencies').values({ name: 'Three' }).execute()
        throw new Error('roll back')
      })
      .catch(() => undefined)
  expect(await isCounted(rollBack)).toBe(false)
})
