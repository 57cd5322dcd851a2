import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getChangesSinceDecision } from '#domain/approvals/snapshot-contract.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildMedia, type TestPost } from '#testing/posts.ts'
import { snapshotsOf } from '#testing/snapshots.ts'
import { approvalRoutes } from './routes.ts'

let app: TestApp
let cast: Cast
let photos: number[]
beforeAll(async () => {
  app = await startTestApp({ routes: [...approvalRoutes, ...postRoutes] })
  cast = await buildCast(app.db)
  photos = [await buildMedia(app.db, cast.project), await buildMedia(app.db, cast.project)]
})
afterAll(() => app.close())

const { build, saveAs, params, requestAs, send, approveAs } = snapshotsOf(() => ({ app, cast, photos }))

describe('What changed since somebody decided', () => {
  const since = async (person: TestPerson, post: TestPost) =>
    (await app.ask(person, getChangesSinceDecision, params(post))).data

  it('is told to a client beside their checklist, and nothing of the rounds before', async () => {
    const post = await build({ status: 'draft' })
    await send(post)
    await approveAs(cast.internal, post)
    expect(await since(cast.external, post)).toMatchObject({ decided_at: null, changes: [], request: null })
    await requestAs(cast.external, post, 'Please', ['Shorter', 'Larger logo'])
    const boxes = await app.db
      .selectFrom('approval_checkboxes')
      .select('id')
      .where('label', '=', 'Shorter')
      .execute()
    await app.db
      .updateTable('approval_checkboxes')
      .set({ is_checked: true })
      .where(
        'id',
        'in',
        boxes.map(({ id }) => id),
      )
      .execute()
    await saveAs(cast.creator, post, { message: 'Shorter' })
    await send(post)
    await requestAs(cast.internal, post, 'Secret')
    await saveAs(cast.creator, post, { message: 'Short' })
    await send(post)
    await approveAs(cast.internal, post)
    expect(await since(cast.external, post)).toMatchObject({
      decision: 'revision_requested',
      changes: [{ social_networks: ['facebook'], text: { before: 'Hello', after: 'Short' } }],
      schedule: null,
      request: {
        message: 'Please',
        checkboxes: [
          { label: 'Shorter', is_checked: true },
          { label: 'Larger logo', is_checked: false },
        ],
      },
    })
    expect(JSON.stringify(await since(cast.external, post))).not.toContain('Secret')
    // The internal approver has decided in between: they have seen the text.
    expect((await since(cast.internal, post)).changes).toEqual([])
  })
})
