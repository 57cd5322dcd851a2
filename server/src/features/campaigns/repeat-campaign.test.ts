import { beforeEach, describe, expect, it } from 'vitest'
import { previewRepeat, repeatCampaign, setCampaign, undoRepeat } from '#domain/campaigns/contract.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildPerson, buildProject, type TestProject, useNewCast } from '#testing/people.ts'
import { buildCampaign, buildMedia, buildPost } from '#testing/posts.ts'
import { campaignRoutes } from './routes.ts'

const kit = useTestApp({ routes: campaignRoutes })
const cast = useNewCast(kit)

let campaignId: number
/** Another client of the same agency. */
let client: TestProject
beforeEach(async () => {
  campaignId = await buildCampaign(kit.db, cast.project)
  client = await buildProject(kit.db, {
    agencyId: cast.project.agencyId,
    timezone: 'Asia/Tokyo',
    connected: ['facebook'],
  })
})

const build = async (options: Parameters<typeof buildPost>[2], inCampaign = campaignId) => {
  const { postId } = await buildPost(kit.db, cast.project, options)
  await kit.db.updateTable('posts').set({ campaign_id: inCampaign }).where('id', '=', postId).execute()
  return postId
}
const on = (date: string, time = '10:00') => ({ date, time, is_autoposting: true })

type Wanted = { to?: TestProject; shift_days?: number; keeps_weekdays?: boolean; left_out?: string[] }
const inCampaign = () => ({ projectId: cast.project.projectId, campaignId })
const repeat = ({ to = cast.project, ...wanted }: Wanted = {}, person: TestPerson = cast.admin) =>
  kit.ask(person, repeatCampaign, {
    params: inCampaign(),
    body: { name: 'Once more', shift_days: 30, ...wanted, to_project_id: to.projectId },
  })
const preview = (
  { to = cast.project, shift_days = 30, keeps_weekdays = true, left_out = [] }: Wanted = {},
  person: TestPerson = cast.admin,
) =>
  kit.ask(person, previewRepeat, {
    params: inCampaign(),
    query: {
      to_project_id: to.projectId,
      shift_days,
      keeps_weekdays: keeps_weekdays ? 'true' : 'false',
      ...(left_out.length > 0 ? { left_out: left_out.join() } : {}),
    },
  })

const madeIn = ({ projectId }: TestProject, ids: number[]) =>
  kit.db
    .selectFrom('posts as p')
    .leftJoin('schedules as s', 's.post_id', 'p.id')
    .innerJoin('post_socials as x', 'x.post_id', 'p.id')
    .select(['p.campaign_id', 'x.message', 'x.status', 's.date', 's.time', 's.timezone'])
    .where('p.project_id', '=', projectId)
    .where('p.id', 'in', ids)
    .orderBy('p.id')
    .execute()
const counts = async () => ({
  posts: (await kit.db.selectFrom('posts').select('id').execute()).length,
  campaigns: (await kit.db.selectFrom('campaigns').select('id').execute()).length,
})

describe('Repeating a campaign', () => {
  it('makes drafts of all its posts in a new campaign, on the same weekdays at the same times', async () => {
    await kit.db
      .updateTable('campaigns')
      .set({ start_at: '2026-06-01', goal: 'Sell' })
      .where('id', '=', campaignId)
      .execute()
    await build({
      status: 'live',
      socials: [{ network: 'facebook', status: 'live', message: 'One' }],
      schedule: on('2026-05-04'),
    })
    await build({ socials: [{ network: 'facebook', message: 'Two' }], schedule: on('2026-06-05', '18:30') })
    await build({ socials: [{ network: 'facebook', message: 'No day' }] })
    await build({ status: 'temporary_draft' })
    await buildPost(kit.db, cast.project, { socials: [{ network: 'facebook', message: 'Not of it' }] })
    const { status, data } = await repeat({ shift_days: 50 })
    expect(status).toBe(200)
    expect(data.campaign).toMatchObject({
      name: 'Once more',
      color: '#2f6fd0',
      goal: 'Sell',
      start_at: '2026-07-27',
      end_at: null,
      posts_count: 3,
    })
    const draft = { campaign_id: data.campaign.id, status: 'draft' }
    expect(await madeIn(cast.project, data.post_ids)).toMatchObject([
      { ...draft, message: 'One', date: '2026-06-29', time: '10:00' },
      { ...draft, message: 'Two', date: '2026-07-31', time: '18:30' },
      { ...draft, message: 'No day', date: null },
    ])
    const own = kit.db.selectFrom('posts').select('id').where('campaign_id', '=', campaignId)
    expect(await own.execute()).toHaveLength(4)
  })

  it('takes it to another client, without the networks that are not connected there', async () => {
    const photo = await buildMedia(kit.db, cast.project)
    await build({
      socials: [
        { network: 'facebook', message: 'For both', media: [photo] },
        { network: 'linkedin', message: 'For work' },
      ],
      schedule: on('2026-06-05'),
    })
    await build({ socials: [{ network: 'linkedin', message: 'Only there' }], schedule: on('2026-06-06') })
    const { data: shown } = await preview({ to: client })
    expect(shown).toMatchObject({
      timezone: 'Asia/Tokyo',
      problem: null,
      files: 1,
      posts: [
        {
          is_repeated: true,
          social_networks: ['facebook'],
          schedule: { date: '2026-07-10', time: '10:00' },
          notices: expect.arrayContaining(['LinkedIn is not connected there: left out.']),
        },
        { is_repeated: false, notices: ['None of its networks is connected there.'] },
      ],
    })
    const { data } = await repeat({ to: client })
    expect(data.post_ids).toHaveLength(1)
    expect(data.campaign).toMatchObject({ project_id: client.projectId, posts_count: 1 })
    expect(await madeIn(client, data.post_ids)).toMatchObject([
      { campaign_id: data.campaign.id, message: 'For both', date: '2026-07-10', timezone: 'Asia/Tokyo' },
    ])
  })

  it('leaves out days, and says so before', async () => {
    await build({ schedule: on('2026-06-05') })
    await build({ schedule: on('2026-06-06') })
    const wanted = { shift_days: 30, keeps_weekdays: false, left_out: ['2026-07-05'] }
    expect((await preview(wanted)).data.posts).toMatchObject([
      { is_repeated: false, notices: ['Sun 5 Jul is left out.'] },
      { is_repeated: true, schedule: { date: '2026-07-06' } },
    ])
    expect((await repeat(wanted)).data.post_ids).toHaveLength(1)
  })

  it('of 300 posts into the past is refused in words, and leaves nothing behind', async () => {
    for (let n = 0; n < 300; n++)
      await build({ schedule: on(`2026-06-${String(4 + (n % 25)).padStart(2, '0')}`) })
    const before = await counts()
    const message = 'All 300 posts would be on days that have passed. Choose a later first day.'
    expect((await preview({ shift_days: -300 })).data.problem).toBe(message)
    expect(await repeat({ shift_days: -300 })).toMatchObject({ status: 422, message })
    expect(await counts()).toEqual(before)
  })

  it('without posts, with a name that is none and as one that is gone is refused', async () => {
    expect(await repeat()).toMatchObject({ status: 422, message: 'This campaign has no posts yet.' })
    await build({ schedule: on('2026-06-05') })
    const body = { name: ' ', shift_days: 30, to_project_id: cast.project.projectId }
    expect(await kit.ask(cast.admin, repeatCampaign, { params: inCampaign(), body })).toMatchObject({
      status: 422,
      errors: { name: ['Name is required'] },
    })
    await kit.db.updateTable('campaigns').set({ deleted_at: new Date() }).execute()
    expect((await repeat()).status).toBe(404)
    expect((await preview()).status).toBe(404)
  })

  it('is for those who write posts in both projects of one agency', async () => {
    await build({ schedule: on('2026-06-05') })
    const before = await counts()
    for (const person of [cast.internal, cast.external]) {
      expect((await repeat({}, person)).status).toBe(403)
      expect((await preview({}, person)).status).toBe(403)
    }
    // Not in the other project, and then only to approve there.
    expect((await repeat({ to: client }, cast.creator)).status).toBe(404)
    const approver = await buildPerson(kit.db, client, 'internal-approver')
    await kit.db
      .insertInto('project_members')
      .values({ project_id: cast.project.projectId, user_id: approver.userId, role: 'content-creator' })
      .execute()
    expect((await repeat({ to: client }, approver)).status).toBe(403)
    expect((await preview({ to: client }, approver)).status).toBe(403)
    // Another agency, also for its own admin.
    expect((await repeat({ to: cast.elsewhere })).status).toBe(404)
    expect((await repeat({}, cast.stranger)).status).toBe(404)
    expect((await preview({}, cast.stranger)).status).toBe(404)
    expect(await counts()).toEqual(before)
  })
})

describe('Undo of a repeated campaign', () => {
  const undo = (
    id: number,
    post_ids: number[],
    { projectId } = cast.project,
    person: TestPerson = cast.admin,
  ) => kit.ask(person, undoRepeat, { params: { projectId, campaignId: id }, body: { post_ids } })
  const left = async ({ projectId }: TestProject) => ({
    posts: await kit.db
      .selectFrom('posts')
      .select('id')
      .where('project_id', '=', projectId)
      .where('deleted_at', 'is', null)
      .execute(),
    campaigns: await kit.db
      .selectFrom('campaigns')
      .select('id')
      .where('project_id', '=', projectId)
      .where('deleted_at', 'is', null)
      .execute(),
  })
  const repeated = async () => {
    await build({ socials: [{ network: 'facebook' }], schedule: on('2026-06-05') })
    await build({ socials: [{ network: 'facebook' }] })
    const { data } = await repeat({ to: client })
    return data
  }

  it('deletes its drafts and the new campaign, and leaves the former one', async () => {
    const before = await left(client)
    const { campaign, post_ids } = await repeated()
    const own = await left(cast.project)
    expect((await undo(campaign.id, post_ids, client)).status).toBe(200)
    expect(await left(client)).toEqual(before)
    expect(await left(cast.project)).toEqual(own)
    expect((await undo(campaign.id, post_ids, client)).status).toBe(404)
  })

  it.each<[string, (postId: number, made: number) => Promise<unknown>, string]>([
    [
      'changed',
      postId =>
        kit.db.updateTable('post_socials').set({ version: 2 }).where('post_id', '=', postId).execute(),
      '1 draft of 2 has been changed since. Nothing was undone.',
    ],
    [
      'moved to another time',
      postId =>
        kit.db
          .updateTable('posts')
          .set({ updated_at: new Date('2100-01-01T00:00:00Z') })
          .where('id', '=', postId)
          .execute(),
      '1 draft of 2 has been changed since. Nothing was undone.',
    ],
    [
      'sent to approval',
      postId =>
        kit.db
          .updateTable('post_socials')
          .set({ status: 'pending_internal_approval' })
          .where('post_id', '=', postId)
          .execute(),
      '1 draft of 2 has been changed since. Nothing was undone.',
    ],
    [
      'deleted',
      postId =>
        kit.db.updateTable('posts').set({ deleted_at: new Date() }).where('id', '=', postId).execute(),
      '1 draft of 2 has been changed since. Nothing was undone.',
    ],
    [
      'joined by another post',
      async (_, campaign_id) => {
        const { postId } = await buildPost(kit.db, client)
        const params = { projectId: client.projectId }
        return kit.ask(cast.admin, setCampaign, { params, body: { post_ids: [postId], campaign_id } })
      },
      'The campaign has been changed since. Nothing was undone.',
    ],
  ])('is refused in words once a draft was %s', async (_, change, message) => {
    const { campaign, post_ids } = await repeated()
    await change(post_ids[0] ?? 0, campaign.id)
    const before = await left(client)
    expect(await undo(campaign.id, post_ids, client)).toMatchObject({
      status: 409,
      code: 'illegal_transition',
      message,
    })
    expect(await left(client)).toEqual(before)
  })

  it('deletes no post that does not belong to the campaign', async () => {
    const { campaign, post_ids } = await repeated()
    const { postId } = await buildPost(kit.db, client)
    expect((await undo(campaign.id, [...post_ids, postId], client)).status).toBe(409)
  })
})
