import { afterAll, beforeAll, expect, it } from 'vitest'
import { holdReasonNames } from '#domain/publishing/holds.ts'
import { buildProject } from '#testing/people.ts'
import { openOne, type PublishingStage, startPublishingStage } from '#testing/publishing/publishing.ts'
import { holdEveryAgency } from './engine/holds.ts'
import { describeHeld } from './operator-commands.ts'

let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage()
})
afterAll(() => stage.close())

it('What is held is described to an operator with how many holds and posts are not listed', async () => {
  for (let agency = 0; agency < 5; agency++) await buildProject(stage.db)
  for (const reason of holdReasonNames.filter(name => name !== 'unknown_posts'))
    await stage.db
      .transaction()
      .execute(tx => holdEveryAgency(tx, { reason, lostFrom: new Date(), now: new Date() }))
  const { holds } = await stage.db
    .selectFrom('publishing_holds')
    .select(({ fn }) => fn.countAll<number>().as('holds'))
    .executeTakeFirstOrThrow()
  expect(await describeHeld(stage.db)).toContain(`and ${Number(holds) - 20} more`)
  for (let post = 0; post < 21; post++) {
    const { publicationId } = await openOne(stage, 'twitter')
    await stage.db
      .updateTable('publications')
      .set({ held_at: new Date() })
      .where('id', '=', publicationId)
      .execute()
  }
  expect((await describeHeld(stage.db)).at(-1)).toBe('and 1 more')
})
