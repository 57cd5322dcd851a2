import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { listHeldPublishing, releaseHeldAccount } from '#domain/publishing/holds-contract.ts'
import { buildCast, buildProject, type Cast, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { type PublishingStage, startPublishingStage } from '#testing/publishing/publishing.ts'
import { addHold } from './engine/holds.ts'
import { releaseAccountOf } from './operator-commands.ts'

let stage: PublishingStage
let cast: Cast
beforeAll(async () => {
  stage = await startPublishingStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  for (const table of ['publishing_holds', 'publications'] as const)
    await stage.db.deleteFrom(table).execute()
  cast = await buildCast(stage.db)
})

const LOST_UNTIL = new Date('2026-01-01')

/** A publication on this account that waits: of lost time for its hold, otherwise for its look-up. */
const publicationOn = async (project: TestProject, account: Account, isOfLostTime: boolean) => {
  const { id: social_account_id, social_network } = account
  const socials = [{ network: social_network, status: 'on_publishing' as const }]
  const { socialIds } = await buildPost(stage.db, project, { socials })
  const lost = { lost_from: LOST_UNTIL, lost_until: LOST_UNTIL, held_at: new Date() }
  const { id } = await stage.db
    .insertInto('publications')
    .values({
      post_social_id: socialIds[0] ?? 0,
      project_id: project.projectId,
      social_network,
      social_account_id,
      status: 'queued',
      content_digest: 'unused',
      due_at: new Date(),
      run_at: new Date('2100-01-01'),
      started_from: JSON.stringify({
        status: 'approved',
        failure_reason: null,
        last_social_api_response: null,
      }),
      prepared: '{}',
      look_up_first: 'must',
      ...(isOfLostTime ? lost : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Account = { readonly id: number; readonly social_network: SocialNetwork }

/** A connected account that shows a post that nobody knows, and a post that waits for it. */
const heldAccount = async (project: TestProject, network: SocialNetwork) => {
  const { projectId } = project
  const account = await stage.db
    .selectFrom('social_accounts')
    .select(['id', 'social_network'])
    .where('project_id', '=', projectId)
    .where('social_network', '=', network)
    .executeTakeFirstOrThrow()
  const hold = { scope: 'project', project_id: projectId, social_account_id: account.id } as const
  await stage.db
    .insertInto('publishing_holds')
    .values({ ...hold, reason: 'unknown_posts', held_at: new Date(), seen_posts: 1 })
    .execute()
  return { account, accountId: account.id, publicationId: await publicationOn(project, account, true) }
}

const waits = async () =>
  (
    await stage.db
      .selectFrom('publications')
      .select('id')
      .where('held_at', 'is not', null)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

const release = (person: Cast['admin'], accountId: number, agencyId = cast.project.agencyId) =>
  stage.ask(person, releaseHeldAccount, { params: { agencyId, accountId }, body: {} })

const read = async () => {
  const params = { agencyId: cast.project.agencyId }
  return (await stage.ask(cast.admin, listHeldPublishing, { params })).data
}

it('The hold of one account is released alone, and only its posts go out', async () => {
  const sibling = await buildProject(stage.db, { agencyId: cast.project.agencyId })
  const facebook = await heldAccount(cast.project, 'facebook')
  const linkedin = await heldAccount(cast.project, 'linkedin')
  const other = await heldAccount(sibling, 'facebook')
  expect((await read()).holds).toMatchObject(
    [other, linkedin, facebook].map(({ accountId }) => ({ social_account_id: accountId, waiting: 1 })),
  )
  expect((await release(cast.admin, facebook.accountId)).data).toEqual({ released: 1 })
  expect(await waits()).toEqual([linkedin.publicationId, other.publicationId])
  expect((await read()).holds.map(({ social_account_id }) => social_account_id)).toEqual([
    other.accountId,
    linkedin.accountId,
  ])
  expect((await release(cast.admin, facebook.accountId)).status).toBe(404)
  const audited = await stage.db.selectFrom('audit_log').select('subject').orderBy('id', 'desc').execute()
  expect(audited[0]?.subject).toContain(': Facebook')
})

it('Where the agency is held as well, its posts wait for that', async () => {
  const { accountId, publicationId } = await heldAccount(cast.project, 'facebook')
  const hold = { scope: 'agency', agencyId: cast.project.agencyId, reason: 'by_hand', heldBy: null } as const
  await stage.db.transaction().execute(tx => addHold(tx, { ...hold, now: new Date() }))
  expect((await release(cast.admin, accountId)).data).toEqual({ released: 0 })
  expect(await waits()).toEqual([publicationId])
})

it('It is released by the admins of its agency, and not where an operator holds everything', async () => {
  const { accountId } = await heldAccount(cast.project, 'facebook')
  for (const [person, status] of [
    [cast.creator, 403],
    [cast.external, 403],
    [cast.stranger, 404],
  ] as const)
    expect((await release(person, accountId)).status).toBe(status)
  const foreign = await heldAccount(await buildProject(stage.db), 'twitter')
  expect((await release(cast.admin, foreign.accountId)).status).toBe(404)
  const hold = { scope: 'installation', reason: 'by_hand', heldBy: null } as const
  await stage.db.transaction().execute(tx => addHold(tx, { ...hold, now: new Date() }))
  expect((await release(cast.admin, accountId)).status).toBe(403)
  expect(await waits()).toHaveLength(2)
})

it('An operator releases it by its number', async () => {
  const { accountId } = await heldAccount(cast.project, 'facebook')
  const other = await heldAccount(cast.project, 'linkedin')
  expect(await releaseAccountOf(accountId)(stage.db)).toMatchObject({
    isDone: true,
    text: expect.stringContaining('1 posts and first comments go out now.'),
  })
  expect(await waits()).toEqual([other.publicationId])
  expect(await releaseAccountOf(accountId)(stage.db)).toMatchObject({ isDone: false })
})

it('What did not exist in the lost time is not said to wait for it', async () => {
  const { account } = await heldAccount(cast.project, 'facebook')
  await publicationOn(cast.project, account, false)
  expect((await read()).looked_up).toBe(0)
})
