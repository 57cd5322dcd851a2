import { beforeAll, expect, it } from 'vitest'
import { fail } from '#domain/kernel/failure.ts'
import { useTestApp } from '#testing/app.ts'
import { buildProject, type TestProject } from '#testing/people.ts'
import { inSavepoint } from './savepoint.ts'

let project: TestProject
const kit = useTestApp({ routes: [] })
beforeAll(async () => {
  project = await buildProject(kit.db)
})

it('One of several that is refused leaves nothing behind, and those before and after it stay', async () => {
  const days = { start_at: '2026-06-03', end_at: '2026-06-03', color: '#aabbcc' }
  await kit.db.transaction().execute(async tx => {
    for (const text of ['first', 'refused', 'last'])
      await inSavepoint(tx, async () => {
        await tx
          .insertInto('day_labels')
          .values({ ...days, text, project_id: project.projectId })
          .execute()
        return text === 'refused' ? fail('not_found') : null
      })
  })
  const labels = kit.db.selectFrom('day_labels').select('text').where('project_id', '=', project.projectId)
  expect(await labels.orderBy('id').execute()).toEqual([{ text: 'first' }, { text: 'last' }])
})
