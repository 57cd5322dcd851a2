import { beforeAll, describe, expect, it, test } from 'vitest'
import { clonePost, getClonePreview, listCloneProjects } from '#domain/duplication/contract.ts'
import { useTestApp } from '#testing/app.ts'
import { buildPerson, buildProject, type TestProject, useCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { replicateMediaQueue } from './media-copies.ts'
import { duplicationRoutes } from './routes.ts'

/** Another client of the same agency. */
let client: TestProject
const kit = useTestApp({ routes: duplicationRoutes })
const cast = useCast(kit)
beforeAll(async () => {
  client = await buildProject(kit.db, {
    agencyId: cast.project.agencyId,
    timezone: 'Asia/Tokyo',
    connected: ['facebook', 'linkedin'],
  })
})

const when = { date: '2026-06-21', time: '12:00', is_autoposting: true }

const buildSource = async () => {
  const photo = await buildMedia(kit.db, cast.project)
  const post = await buildPost(kit.db, cast.project, {
    socials: [{ network: 'facebook', message: 'Open on Sunday', media: [photo] }],
  })
  return { ...post, photo }
}

const bodyTo = (project: TestProject, postId: number) => ({
  post_id: postId,
  to_project_id: project.projectId,
  social_networks: ['facebook' as const],
})

describe('Cloning a post', () => {
  it('puts it on another day of the same project, with the same files', async () => {
    const { postId, photo } = await buildSource()
    const { data } = await kit.ask(cast.creator, clonePost, {
      body: { ...bodyTo(cast.project, postId), ...when },
    })
    expect(data).toMatchObject({
      project_id: cast.project.projectId,
      parent_post_id: postId,
      latest_schedule: when,
      post_socials: [{ message: 'Open on Sunday', attachments: [{ object_id: photo }] }],
    })
  })

  it('puts it into another project with files of its own, which follow in the background', async () => {
    const { postId, photo } = await buildSource()
    const { data } = await kit.ask(cast.admin, clonePost, { body: { ...bodyTo(client, postId), ...when } })
    expect(data).toMatchObject({
      project_id: client.projectId,
      status: 'draft',
      media_replication_status: 'pending-duplication',
      // The other client's people learn nothing about where it comes from.
      parent_post_id: null,
      latest_schedule: { ...when, timezone: 'Asia/Tokyo' },
    })
    const [attachment] = data.post_socials[0]?.attachments ?? []
    expect(attachment?.replication).toEqual({ status: 'pending-duplication', failure: null })
    const files = await kit.db
      .selectFrom('medias')
      .select(['project_id', 'storage_key', 'sha256', 'user_id'])
      .where('id', 'in', [photo, attachment?.object_id ?? 0])
      .orderBy('id')
      .execute()
    expect(files).toMatchObject([
      { project_id: cast.project.projectId, sha256: files[1]?.sha256 },
      { project_id: client.projectId, user_id: cast.admin.userId },
    ])
    expect(files[1]?.storage_key).not.toBe(files[0]?.storage_key)
    expect(await kit.enqueued(replicateMediaQueue)).toContainEqual({ postId: data.id, runAt: null })
    const events = await kit.db.selectFrom('events').select('detail').where('post_id', '=', data.id).execute()
    expect(JSON.stringify(events)).not.toContain(`:${postId}`)
  })

  it('copies a crop together with the picture that it was cut from', async () => {
    const original = await buildMedia(kit.db, cast.project)
    const crop = await buildMedia(kit.db, cast.project)
    const part = { rotation: 0, x: 0, y: 0, width: 0.5, height: 0.5, output: null }
    await kit.db
      .updateTable('medias')
      .set({ parent_media_id: original, crop: JSON.stringify(part) })
      .where('id', '=', crop)
      .execute()
    const { postId } = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook', media: [crop] }],
    })
    const { data } = await kit.ask(cast.admin, clonePost, { body: bodyTo(client, postId) })
    const shown = data.post_socials[0]?.attachments[0]?.object_data
    expect(shown?.crop).toEqual(part)
    const parent = await kit.db
      .selectFrom('medias')
      .select('project_id')
      .where('id', '=', shown?.parent_media_id ?? 0)
      .executeTakeFirst()
    expect(parent).toEqual({ project_id: client.projectId })
  })

  it('uses a file again that was copied to the project before', async () => {
    const { postId } = await buildSource()
    const first = await kit.ask(cast.admin, clonePost, { body: bodyTo(client, postId) })
    await kit.db.updateTable('media_copies').set({ status: 'duplicated' }).execute()
    const again = await kit.ask(cast.admin, clonePost, { body: bodyTo(client, postId) })
    const fileOf = ({ data }: typeof first) => data.post_socials[0]?.attachments[0]?.object_id
    expect(fileOf(again)).toBe(fileOf(first))
    expect(again.data.post_socials[0]?.attachments[0]?.replication).toBeUndefined()
    // Neither a third project nor one that has deleted it can use that file.
    const third = await buildProject(kit.db, { agencyId: cast.project.agencyId, connected: ['facebook'] })
    const elsewhere = await kit.ask(cast.admin, clonePost, { body: bodyTo(third, postId) })
    expect(fileOf(elsewhere)).not.toBe(fileOf(first))
    const file = kit.db.updateTable('medias').set({ deleted_at: new Date() })
    await file.where('id', '=', fileOf(first) ?? 0).execute()
    const later = await kit.ask(cast.admin, clonePost, { body: bodyTo(client, postId) })
    expect(fileOf(later)).not.toBe(fileOf(first))
  })

  it('does not wait for a file that is still being copied for another clone', async () => {
    const { postId } = await buildSource()
    const clones = [
      await kit.ask(cast.admin, clonePost, { body: bodyTo(client, postId) }),
      await kit.ask(cast.admin, clonePost, { body: bodyTo(client, postId) }),
    ]
    const files = clones.map(({ data }) => data.post_socials[0]?.attachments[0]?.object_id)
    expect(files[0]).not.toBe(files[1])
    for (const { data } of clones)
      expect(await kit.enqueued(replicateMediaQueue)).toContainEqual({ postId: data.id, runAt: null })
  })

  it('is refused for a network that the other project has not connected', async () => {
    const { postId } = await buildSource()
    const body = { ...bodyTo(client, postId), social_networks: ['twitter' as const] }
    expect(await kit.ask(cast.admin, clonePost, { body })).toMatchObject({ code: 'network_not_connected' })
  })

  it('waits while its own files are still being copied', async () => {
    const { postId } = await buildSource()
    const { data } = await kit.ask(cast.admin, clonePost, { body: bodyTo(client, postId) })
    expect(await kit.ask(cast.admin, clonePost, { body: bodyTo(client, data.id) })).toMatchObject({
      status: 409,
      message: 'Wait until the files of this post have been copied.',
    })
  })

  it('counts what it copies like an upload', async () => {
    const project = await buildProject(kit.db, { agencyId: cast.project.agencyId })
    const photo = await buildMedia(kit.db, cast.project)
    const bytes = kit.services.config.UPLOAD_MB_PER_PROJECT * 1_000_000
    await kit.db
      .updateTable('medias')
      .set({ file_size: bytes + 1000 })
      .where('id', '=', photo)
      .execute()
    const { postId } = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook', media: [photo] }],
    })
    expect(await kit.ask(cast.admin, clonePost, { body: bodyTo(project, postId) })).toMatchObject({
      status: 429,
      code: 'upload_limit',
    })
    const left = await kit.db
      .selectFrom('posts')
      .select('id')
      .where('project_id', '=', project.projectId)
      .execute()
    expect(left).toEqual([])
  })
})

describe('Cloning to another project', () => {
  it('is only for those who create posts there', async () => {
    const { postId } = await buildSource()
    const approver = await buildPerson(kit.db, client, 'internal-approver')
    const join = (role: 'content-creator' | 'external-approver', project: TestProject) =>
      kit.db
        .insertInto('project_members')
        .values({ project_id: project.projectId, user_id: approver.userId, role })
        .execute()
    await join('content-creator', cast.project)
    expect((await kit.ask(approver, clonePost, { body: bodyTo(client, postId) })).status).toBe(403)
    expect((await kit.ask(cast.creator, clonePost, { body: bodyTo(client, postId) })).status).toBe(404)
  })

  it('finds no project of another agency, even for a person who works there too', async () => {
    const { postId } = await buildSource()
    await kit.db
      .insertInto('project_members')
      .values({ project_id: cast.elsewhere.projectId, user_id: cast.creator.userId, role: 'content-creator' })
      .execute()
    const superAdmin = await buildPerson(kit.db, cast.project, 'super-admin')
    for (const person of [cast.creator, cast.admin, superAdmin]) {
      expect((await kit.ask(person, clonePost, { body: bodyTo(cast.elsewhere, postId) })).status).toBe(404)
      const preview = await kit.ask(person, getClonePreview, {
        params: { postId },
        query: { to_project_id: cast.elsewhere.projectId },
      })
      expect(preview.status).toBe(404)
    }
  })

  it('finds no deleted project', async () => {
    const { postId } = await buildSource()
    const gone = await buildProject(kit.db, { agencyId: cast.project.agencyId })
    await kit.db
      .updateTable('projects')
      .set({ deleted_at: new Date() })
      .where('id', '=', gone.projectId)
      .execute()
    expect((await kit.ask(cast.admin, clonePost, { body: bodyTo(gone, postId) })).status).toBe(404)
  })

  it('offers the projects of the agency in which one may create posts, the own one first', async () => {
    const { postId } = await buildSource()
    const names = async (person: typeof cast.admin, q?: string) => {
      const query = q === undefined ? {} : { q }
      const { data } = await kit.ask(person, listCloneProjects, { params: { postId }, query })
      return data.map(({ id }) => id)
    }
    const all = await names(cast.admin)
    expect(all[0]).toBe(cast.project.projectId)
    expect(all).toContain(client.projectId)
    expect(all).not.toContain(cast.elsewhere.projectId)
    expect(await names(cast.creator)).toEqual([cast.project.projectId])
    expect(await names(cast.admin, 'no such name')).toEqual([])
  })

  it('says before what becomes of it there', async () => {
    const { postId } = await buildSource()
    const { data } = await kit.ask(cast.admin, getClonePreview, {
      params: { postId },
      query: { to_project_id: client.projectId },
    })
    expect(data).toMatchObject({ timezone: 'Asia/Tokyo', files: 1 })
    expect(data.offers.map(({ social_network, is_connected }) => [social_network, is_connected])).toEqual([
      ['facebook', true],
      ['instagram', false],
      ['linkedin', true],
      ['twitter', false],
    ])
  })
})

test.each(['internal', 'external'] as const)('the %s approver can clone nothing', async role => {
  const { postId } = await buildSource()
  const body = bodyTo(cast.project, postId)
  const query = { to_project_id: cast.project.projectId }
  const answers = [
    await kit.ask(cast[role], clonePost, { body }),
    await kit.ask(cast[role], getClonePreview, { params: { postId }, query }),
    await kit.ask(cast[role], listCloneProjects, { params: { postId }, query: {} }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
})
