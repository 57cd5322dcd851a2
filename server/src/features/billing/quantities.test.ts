import { expect, it } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { buildCast } from '#testing/people.ts'
import { countQuantities } from './quantities.ts'
import { runSyncQuantities, syncQuantitiesQueue } from './subscription/sync-quantities.ts'

const test = useTestApp({ routes: [] })

const noted = async (agencyId: number): Promise<number> =>
  (await test.db.selectFrom('quantity_changes').select('id').where('agency_id', '=', agencyId).execute())
    .length

it('Each person of the team counts once, clients and blocked people do not, and every change is noted for an agency that pays', async () => {
  const { db } = test
  const { project, creator, external } = await buildCast(db)
  const { agencyId, projectId } = project
  const before = await countQuantities(db, agencyId)
  const now = new Date('2026-06-01T08:00:00.000Z')
  await db
    .insertInto('agency_members')
    .values({ agency_id: agencyId, user_id: creator.userId, role: 'content-creator' })
    .execute()
  expect(await countQuantities(db, agencyId)).toEqual(before)
  expect(await noted(agencyId)).toBe(0)
  await db
    .insertInto('subscriptions')
    .values({
      agency_id: agencyId,
      gateway_customer_id: 'cus_1',
      status: 'trialing',
      trial_ends_at: now,
      period_start: now,
      period_end: now,
      user_count: before.users,
      account_count: before.accounts,
    })
    .execute()
  const members = db.updateTable('project_members').where('project_id', '=', projectId)
  await members.set({ role: 'internal-approver' }).where('user_id', '=', external.userId).execute()
  expect(await countQuantities(db, agencyId)).toEqual({ ...before, users: before.users + 1 })
  expect(await noted(agencyId)).toBe(1)
  const block = (is_blocked: boolean) =>
    db.updateTable('users').set({ is_blocked }).where('id', '=', external.userId).execute()
  await block(true)
  expect(await countQuantities(db, agencyId)).toEqual(before)
  expect(await noted(agencyId)).toBe(2)
  await block(false)
  const accounts = db.updateTable('social_accounts').where('project_id', '=', projectId)
  await accounts.set({ removed_at: now }).where('social_network', '=', 'twitter').execute()
  expect(await countQuantities(db, agencyId)).toEqual({
    users: before.users + 1,
    accounts: before.accounts - 1,
  })
  await db.updateTable('projects').set({ deleted_at: now }).where('id', '=', projectId).execute()
  expect((await countQuantities(db, agencyId)).accounts).toBe(0)
  expect(await noted(agencyId)).toBe(5)
})

it('Each regular run orders two more before the next one, which order none', async () => {
  const jobs = () => test.enqueued(syncQuantitiesQueue)
  await runSyncQuantities(test.services, false)
  expect(await jobs()).toMatchObject([{ isBetween: true }, { isBetween: true }])
  await runSyncQuantities(test.services, true)
  expect(await jobs()).toHaveLength(2)
})
