import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { publishTimings } from '#domain/publishing/timings.ts'
import { createAdapters } from '#server/networks/adapters.ts'
import { networkSettings } from '#server/networks/settings.ts'
import { useTestApp } from '#testing/app.ts'
import { buildProject, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { type LimitsReached, listCandidates, noLimitReached, PIECE_BYTES } from './due.ts'
import { limitRecorder, trackLimits, waitMsFor } from './network-limits.ts'
import { readAccountIds } from './open-publication.ts'

const kit = useTestApp({ routes: [] })
beforeEach(async () => {
  await kit.db.deleteFrom('publications').execute()
  await kit.db.deleteFrom('network_limits').execute()
})

const HOUR = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms)

const waiting = async (
  project: TestProject,
  { network = 'facebook', dueMsAgo = 60_000 }: { network?: SocialNetwork; dueMsAgo?: number } = {},
): Promise<number> => {
  const post = await buildPost(kit.db, project, { socials: [{ network, status: 'on_publishing' }] })
  const accounts = await readAccountIds(kit.db, project.projectId)
  const { id } = await kit.db
    .insertInto('publications')
    .values({
      post_social_id: post.socialIds[0] ?? 0,
      project_id: project.projectId,
      social_account_id: accounts.get(network) ?? null,
      social_network: network,
      status: 'queued',
      content_digest: '',
      due_at: ago(dueMsAgo),
      run_at: ago(dueMsAgo),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const plan = (own: { limit?: number; full?: LimitsReached } = {}) =>
  listCandidates(kit.db, { now: new Date(), limit: 100, perAccount: 2, timings: publishTimings, ...own })
const list = async (limit = 100) => (await plan({ limit })).map(one => one.id)

const attach = async (
  { projectId }: TestProject,
  publicationId: number,
  file: { object_type: 'image' | 'video'; file_size: number },
) => {
  const content_type = `${file.object_type}/x`
  const { id: media_id } = await kit.db
    .insertInto('medias')
    .values({
      project_id: projectId,
      storage_key: randomUUID(),
      original_name: 'x',
      sha256: 'x',
      content_type,
      ...file,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { post_social_id, project_id } = await kit.db
    .selectFrom('publications')
    .select(['post_social_id', 'project_id'])
    .where('id', '=', publicationId)
    .executeTakeFirstOrThrow()
  await kit.db
    .insertInto('attachments')
    .values({ post_social_id, project_id, media_id, description: 'media', position: 1 })
    .execute()
}

const accountOf = async ({ projectId }: TestProject, network: SocialNetwork) => {
  const { external_id: externalId } = await kit.db
    .selectFrom('social_accounts')
    .select('external_id')
    .where('project_id', '=', projectId)
    .where('social_network', '=', network)
    .executeTakeFirstOrThrow()
  return { network, externalId }
}
const remember = () => limitRecorder(kit.db, 30_000)
const refused = { percent: 100, waitMs: 60_000, isRefused: true }

it('Agencies take turns, whichever has the most posts or came first', async () => {
  const [large, small] = [await buildProject(kit.db), await buildProject(kit.db)]
  const sisters = [large, await buildProject(kit.db, { agencyId: large.agencyId })]
  const first = []
  for (const project of sisters)
    for (const network of ['facebook', 'linkedin'] as const)
      first.push(await waiting(project, { network, dueMsAgo: 100_000 }))
  const last = await waiting(small)
  expect(await list(2)).toEqual([first[0], last])
})

it('Agencies take turns on an app close to its limit, too, whichever has the most posts or came first', async () => {
  const [large, small] = [await buildProject(kit.db), await buildProject(kit.db)]
  const first = await waiting(large, { dueMsAgo: 100_000 })
  for (let n = 1; n < 5; n++) await waiting(large, { dueMsAgo: 100_000 - n })
  const last = await waiting(small)
  await remember()(await accountOf(large, 'facebook'), [
    { scope: 'app', percent: 85, waitMs: null, isRefused: false },
  ])
  // As many random plans as possible: that one agency appears in none of a hundred is practically impossible.
  await kit.db
    .updateTable('network_limits')
    .set({ not_before: ago(HOUR) })
    .execute()
  const turns = new Map<number, number>()
  const now = Date.now()
  for (let n = 0; n < 100; n++) {
    const options = { now: new Date(now + n), limit: 100, perAccount: 2, timings: publishTimings }
    const planned = await listCandidates(kit.db, options)
    expect(planned).toHaveLength(1)
    for (const { id } of planned) turns.set(id, (turns.get(id) ?? 0) + 1)
  }
  expect([...turns.keys()].sort((one, other) => one - other)).toEqual([first, last])
})

it('Only a few posts of one account are planned at a time, so that they do not fill the plan', async () => {
  const project = await buildProject(kit.db)
  for (let n = 0; n < 5; n++) await waiting(project)
  const other = await waiting(project, { network: 'twitter' })
  const planned = await list()
  expect(planned).toHaveLength(3)
  expect(planned).toContain(other)
})

it('Only one post of an app close to its limit is planned, since only one may start', async () => {
  const [project, other] = [await buildProject(kit.db), await buildProject(kit.db)]
  await waiting(project)
  await waiting(other)
  await waiting(other, { network: 'instagram' })
  const linkedin = await waiting(other, { network: 'linkedin' })
  const near = { scope: 'app', percent: 80, waitMs: null, isRefused: false } as const
  await remember()(await accountOf(project, 'facebook'), [near])
  // A wait of zero ends with the next millisecond.
  await sleep(5)
  expect(await plan()).toMatchObject([
    { app: 'meta', slowed: 'app' },
    { id: linkedin, slowed: null },
  ])
})

it('An account without a free slot is left out of the plan, so that others get in', async () => {
  const project = await buildProject(kit.db)
  await waiting(project)
  await waiting(project, { network: 'instagram' })
  const twitter = await waiting(project, { network: 'twitter' })
  const { network, externalId } = await accountOf(project, 'facebook')
  const full = { ...noLimitReached, accounts: [`${network}/${externalId}`] }
  expect(await plan({ full })).toMatchObject([{ app: 'meta' }, { id: twitter }])
  expect(await plan({ full: { ...full, apps: ['meta'] } })).toMatchObject([{ id: twitter }])
})

it('A plan counts the files it would load into memory, and leaves them out while memory is full', async () => {
  const project = await buildProject(kit.db)
  const [photo, video, text] = [
    await waiting(project),
    await waiting(project),
    await waiting(project, { network: 'twitter' }),
  ]
  await attach(project, photo, { object_type: 'image', file_size: 30_000_000 })
  await attach(project, video, { object_type: 'video', file_size: 150_000_000 })
  const bytes = new Map((await plan()).map(one => [one.id, one.bytes]))
  expect(bytes).toEqual(
    new Map([
      [photo, 30_000_000],
      [video, PIECE_BYTES],
      [text, 0],
    ]),
  )
  expect(await plan({ full: { ...noLimitReached, isMemoryFull: true } })).toMatchObject([{ id: text }])
  await kit.db.updateTable('publications').set({ status: 'unknown' }).where('id', '=', video).execute()
  expect(await plan({ full: { ...noLimitReached, isMemoryFull: true } })).toMatchObject([
    { id: video },
    { id: text },
  ])
})

it('A lost answer is not kept waiting for a limit longer than it may be looked up', async () => {
  const project = await buildProject(kit.db)
  const [lately, long] = [await waiting(project), await waiting(project)]
  await kit.db
    .updateTable('publications')
    .set({ status: 'unknown', sending_at: ago(60_000) })
    .where('id', '=', lately)
    .execute()
  await kit.db
    .updateTable('publications')
    .set({ status: 'unknown', sending_at: ago(HOUR / 2) })
    .where('id', '=', long)
    .execute()
  await remember()(await accountOf(project, 'facebook'), [{ ...refused, scope: 'account' }])
  expect(await list()).toEqual([long])
})

it('Posts that the network has told to wait are left out, for the account or for the whole app', async () => {
  const [project, other] = [await buildProject(kit.db), await buildProject(kit.db)]
  const limited = await waiting(project)
  const [instagram, facebook] = [await waiting(other, { network: 'instagram' }), await waiting(other)]
  await remember()(await accountOf(project, 'facebook'), [{ ...refused, scope: 'account' }])
  expect((await list()).sort()).toEqual([instagram, facebook].sort())
  const linkedin = await waiting(other, { network: 'linkedin' })
  await remember()(await accountOf(project, 'facebook'), [{ ...refused, scope: 'app' }])
  expect(await list()).toEqual([linkedin])
  expect(limited).toBeGreaterThan(0)
})

it('A post that is too late does not wait for a limit: it fails with that reason', async () => {
  const project = await buildProject(kit.db)
  const late = await waiting(project, { dueMsAgo: HOUR + 60_000 })
  await remember()(await accountOf(project, 'facebook'), [{ ...refused, scope: 'account' }])
  expect(await list()).toEqual([late])
})

it('A later note does not shorten an agreed wait', async () => {
  const project = await buildProject(kit.db)
  const account = await accountOf(project, 'facebook')
  await remember()(account, [{ ...refused, scope: 'account' }])
  await remember()(account, [{ scope: 'account', percent: 81, waitMs: null, isRefused: false }])
  const row = await kit.db.selectFrom('network_limits').selectAll().executeTakeFirstOrThrow()
  expect(row.not_before.getTime()).toBeGreaterThan(Date.now() + 50_000)
  expect(row.percent).toBe(81)
})

it('Far from a limit nothing is recorded, close to it calls are spaced out, at it they stop for as long as the network says', () => {
  const note = { scope: 'app', waitMs: null, isRefused: false } as const
  expect(waitMsFor({ ...note, percent: 79 }, 30_000)).toBe(0)
  expect(waitMsFor({ ...note, percent: 90 }, 30_000)).toBe(15_000)
  expect(waitMsFor({ ...note, percent: 100 }, 30_000)).toBe(30_000)
  expect(waitMsFor({ ...note, percent: 100, waitMs: 5_000 }, 30_000)).toBe(5_000)
  expect(waitMsFor({ ...refused, scope: 'account', waitMs: 9 * HOUR }, 30_000)).toBe(HOUR)
})

it('A limit with fractions or beyond any range is recorded as far as possible', async () => {
  const account = await accountOf(await buildProject(kit.db), 'facebook')
  const note = { scope: 'account', waitMs: null, isRefused: false } as const
  const noted = async (percent: number) => {
    await remember()(account, [{ ...note, percent }])
    return (await kit.db.selectFrom('network_limits').select('percent').executeTakeFirstOrThrow()).percent
  }
  expect(await noted(85.4)).toBe(85)
  expect(await noted(1e300)).toBe(1_000)
})

it('A network’s answer is kept even if its limit could not be recorded', async () => {
  const networks = createAdapters(networkSettings(kit.services.config))
  const findPermalink = async () => 'https://example.org/post'
  const exchanged = trackLimits({ ...networks, facebook: { ...networks.facebook, findPermalink } }, () =>
    limitRecorder(kit.db, 30_000)({ network: 'facebook', externalId: 'a\0b' }, [
      { ...refused, scope: 'account' },
    ]),
  )
  const account = { externalId: '1', details: {}, token: { token: 'x' } }
  expect(await exchanged.facebook.findPermalink(account, '1')).toBe('https://example.org/post')
})
