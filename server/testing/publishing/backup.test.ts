import { expect, it } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { prepareCalls } from '#testing/calls/calls.ts'
import { buildProject } from '#testing/people.ts'
import { takeBackup } from './backup.ts'

const kit = useTestApp({ routes: [] })

it('A backup of a project that has everything can be put back, the labels that search reads included', async () => {
  const { dayLabelId } = await prepareCalls(kit.db, await buildProject(kit.db))
  const label = () =>
    kit.db.selectFrom('day_labels').selectAll().where('id', '=', dayLabelId).executeTakeFirst()
  const before = await label()
  const restore = await takeBackup(kit.db)
  await kit.db.updateTable('day_labels').set({ text: 'Changed since' }).execute()
  await restore()
  expect(before?.search_form).toBe('some label')
  expect(await label()).toEqual(before)
})
