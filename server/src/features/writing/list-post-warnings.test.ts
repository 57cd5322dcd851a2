import { describe, expect, it } from 'vitest'
import { listPostWarnings } from '#domain/posts/warnings-contract.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildProject, connect, setProject, type TestProject, useNewCast } from '#testing/people.ts'
import { buildMedia, buildPost, type TestSocial } from '#testing/posts.ts'
import { writingRoutes } from './routes.ts'

const kit = useTestApp({ routes: writingRoutes })
const cast = useNewCast(kit)

const DAY = 86_400_000
const list = (postId: number, person: TestPerson | null = cast.creator) =>
  kit.ask(person, listPostWarnings, { params: { postId } })
const kindsOf = async (postId: number, person?: TestPerson) =>
  (await list(postId, person)).data.map(({ kind }) => kind)
const write = async (social: Partial<TestSocial>, at: Date | null = null, project = cast.project) => {
  const { postId } = await buildPost(kit.db, project, {
    status: 'draft',
    socials: [{ network: 'facebook', ...social }],
    ...(at ? { schedule: { date: at.toISOString().slice(0, 10), time: '10:00' } } : {}),
  })
  if (at) await kit.db.updateTable('schedules').set({ datetime: at }).where('post_id', '=', postId).execute()
  return postId
}
const call = async ({ projectId }: TestProject, name: string) => {
  await kit.db.updateTable('projects').set({ name }).where('id', '=', projectId).execute()
}
/** Another client of the agency. */
const addClient = async (name: string, details: Record<string, string> = {}) => {
  const project = await buildProject(kit.db, { agencyId: cast.project.agencyId, connected: [] })
  await call(project, name)
  const id = await connect(kit.db, project.projectId, 'instagram')
  const account_details = JSON.stringify(details)
  await kit.db.updateTable('social_accounts').set({ account_details, name }).where('id', '=', id).execute()
  return project
}
const join = (project: TestProject, { userId }: TestPerson) =>
  kit.db
    .insertInto('project_members')
    .values({ project_id: project.projectId, user_id: userId, role: 'content-creator' })
    .execute()

describe('Another client in a post', () => {
  it.each([
    ['the message', { message: 'Cake at Café Bloom' }, 'Café Bloom'],
    ['the first comment', { first_comment: 'Ask @bloom.berlin' }, '@bloom.berlin'],
    [
      'a link',
      {
        attachments: [
          {
            media_id: null,
            description: 'link' as const,
            extra_fields: { link: 'https://cafe-bloom.de/menu' },
          },
        ],
      },
      'https://cafe-bloom.de/menu',
    ],
  ])('is named in %s', async (_, social, found) => {
    await addClient('Café Bloom', { username: 'bloom.berlin' })
    expect((await list(await write(social), cast.admin)).data).toEqual([
      { kind: 'other_client', social_network: 'facebook', client: 'Café Bloom', found },
    ])
  })

  it('is named only to those who may see its project, whatever names it', async () => {
    const bloom = await addClient('Café Bloom')
    const sha256 = 'a'.repeat(64)
    const media = [await buildMedia(kit.db, cast.project), await buildMedia(kit.db, bloom)]
    await kit.db.updateTable('medias').set({ sha256 }).where('id', 'in', media).execute()
    const postId = await write({ message: 'Cake at Café Bloom', media: media.slice(0, 1) })
    expect(await kindsOf(postId)).toEqual([])
    expect(await kindsOf(postId, cast.admin)).toEqual(['other_client', 'file_of_other_client'])
    await join(bloom, cast.creator)
    expect(await kindsOf(postId)).toEqual(['other_client', 'file_of_other_client'])
  })

  it('is never one of another agency, nor one that was deleted', async () => {
    await call(cast.elsewhere, 'Café Bloom')
    await join(cast.elsewhere, cast.creator)
    const gone = await addClient('Tulip House')
    await kit.db
      .updateTable('projects')
      .set({ deleted_at: testNow })
      .where('id', '=', gone.projectId)
      .execute()
    expect(await kindsOf(await write({ message: 'Café Bloom, Tulip House' }), cast.admin)).toEqual([])
    expect(await kindsOf(await write({ message: 'Café Bloom, Tulip House' }))).toEqual([])
  })

  it('says which file is whose, and only while it is there', async () => {
    const bloom = await addClient('Tulip House')
    const [own, foreign] = [await buildMedia(kit.db, cast.project), await buildMedia(kit.db, bloom)]
    const { sha256, original_name: file } = await kit.db
      .selectFrom('medias')
      .select(['sha256', 'original_name'])
      .where('id', '=', own)
      .executeTakeFirstOrThrow()
    const postId = await write({ media: [own] })
    expect(await kindsOf(postId, cast.admin)).toEqual([])
    const change = (set: { sha256?: string; deleted_at?: Date }) =>
      kit.db.updateTable('medias').set(set).where('id', '=', foreign).execute()
    await change({ sha256 })
    expect((await list(postId, cast.admin)).data).toEqual([
      { kind: 'file_of_other_client', social_network: 'facebook', client: 'Tulip House', file },
    ])
    await change({ deleted_at: testNow })
    expect(await kindsOf(postId, cast.admin)).toEqual([])
  })
})

describe('Another post of the client', () => {
  it('has the same text on the same network within a week', async () => {
    const at = new Date(testNow.getTime() + 20 * DAY)
    const postId = await write({ message: 'Fresh beans' }, at)
    const later = new Date(at.getTime() + 7 * DAY)
    const twin = await write({ message: 'Fresh  beans' }, later)
    await write({ message: 'Fresh bread' }, at)
    await write({ message: 'Fresh beans' }, new Date(at.getTime() + 8 * DAY))
    expect((await list(postId)).data).toEqual([
      { kind: 'planned_twice', social_network: 'facebook', post_id: twin, at: later.toISOString() },
    ])
    expect(await kindsOf(await write({ message: 'Fresh beans', network: 'linkedin' }, at))).toEqual([])
  })

  it('went out with the same text, before this one has a time', async () => {
    const live = await write({ message: 'Fresh beans', status: 'live' })
    await kit.db
      .updateTable('post_socials')
      .set({ published_at: new Date(testNow.getTime() - DAY) })
      .where('post_id', '=', live)
      .execute()
    const postId = await write({ message: 'Fresh beans' })
    expect((await list(postId)).data).toMatchObject([{ kind: 'planned_twice', post_id: live }])
    await kit.db.updateTable('posts').set({ deleted_at: testNow }).where('id', '=', live).execute()
    expect(await kindsOf(postId)).toEqual([])
  })

  it('is closer than the project wants', async () => {
    const at = new Date(testNow.getTime() + 20 * DAY)
    const postId = await write({ message: 'One' }, at)
    const close = new Date(at.getTime() + 29 * 60_000)
    const other = await write({ message: 'Two' }, close)
    expect(await kindsOf(postId)).toEqual([])
    await setProject(kit.db, cast.project.projectId, 'post-gap-minutes', '30')
    expect((await list(postId)).data).toEqual([
      {
        kind: 'too_close',
        social_network: 'facebook',
        post_id: other,
        at: close.toISOString(),
        gap_minutes: 30,
      },
    ])
    expect(await kindsOf(await write({ message: 'No time yet' }))).toEqual([])
  })
})

it('Only those who write posts ask, and of their own agency', async () => {
  const postId = await write({})
  for (const person of [cast.internal, cast.external]) expect((await list(postId, person)).status).toBe(403)
  expect((await list(postId, cast.stranger)).status).toBe(404)
  expect((await list(postId, null)).status).toBe(401)
})
