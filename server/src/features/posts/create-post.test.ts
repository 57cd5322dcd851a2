import { describe, expect, it, test } from 'vitest'
import { createPost, getPost, listAllowedTypes } from '#domain/posts/contract.ts'
import { useTestApp } from '#testing/app.ts'
import { buildPerson, buildProject, useCast } from '#testing/people.ts'
import { postRoutes } from './routes.ts'

const kit = useTestApp({ routes: postRoutes })
const cast = useCast(kit)

const draftFor = (projectId: number) => ({
  project_id: projectId,
  social_networks: ['facebook', 'instagram', 'linkedin'] as ('facebook' | 'instagram' | 'linkedin')[],
})

describe('Creating a post', () => {
  it('makes one empty version for each chosen network, of the default type, by its author', async () => {
    const { status, data } = await kit.ask(cast.creator, createPost, {
      body: draftFor(cast.project.projectId),
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({ id: null, schedule: null })
    expect(data.post).toMatchObject({
      id: data.post_id,
      type: 'single_photo',
      status: 'draft',
      message: '',
      created_by: { id: cast.creator.userId, name: cast.creator.name },
      created_at: kit.clock.now().toISOString(),
      isEditable: true,
      latest_schedule: null,
      is_overdue: false,
    })
    expect(
      data.post.post_socials.map(social => [social.social_network, social.status, social.version]),
    ).toEqual([
      ['facebook', 'draft', 1],
      ['instagram', 'draft', 1],
      ['linkedin', 'draft', 1],
    ])
  })

  it('answers what reading the post answers', async () => {
    const { data } = await kit.ask(cast.creator, createPost, { body: draftFor(cast.project.projectId) })
    const read = await kit.ask(cast.creator, getPost, { params: { postId: data.post_id } })
    expect(data.post).toEqual(read.data)
  })

  it('makes it temporary until its first save if requested', async () => {
    const body = { ...draftFor(cast.project.projectId), is_temporary: true }
    const { data } = await kit.ask(cast.admin, createPost, { body })
    expect(data.post.status).toBe('temporary_draft')
  })

  it('updates open screens', async () => {
    const { data } = await kit.ask(cast.creator, createPost, { body: draftFor(cast.project.projectId) })
    const events = await kit.db
      .selectFrom('events')
      .select(['type', 'actor_id'])
      .where('post_id', '=', data.post_id)
      .execute()
    expect(events).toEqual([{ type: 'post.created', actor_id: cast.creator.userId }])
  })

  it('needs a connected account for each network', async () => {
    const project = await buildProject(kit.db, { connected: ['facebook'] })
    const creator = await buildPerson(kit.db, project, 'content-creator')
    const answer = await kit.ask(creator, createPost, { body: draftFor(project.projectId) })
    expect(answer).toMatchObject({
      status: 422,
      code: 'network_not_connected',
      errors: { social_networks: ['instagram is not connected', 'linkedin is not connected'] },
    })
    expect(
      await kit.db.selectFrom('posts').select('id').where('project_id', '=', project.projectId).execute(),
    ).toEqual([])
  })

  it('needs a type that all the networks accept', async () => {
    const body = {
      project_id: cast.project.projectId,
      social_networks: ['twitter' as const],
      type: 'multi_photo' as const,
    }
    expect(await kit.ask(cast.creator, createPost, { body })).toMatchObject({
      status: 422,
      code: 'type_not_allowed',
    })
  })

  test.each(['internal', 'external'] as const)('is refused for the %s approver', async role => {
    const answer = await kit.ask(cast[role], createPost, { body: draftFor(cast.project.projectId) })
    expect(answer).toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('returns 404 in a project of another agency', async () => {
    const answer = await kit.ask(cast.stranger, createPost, { body: draftFor(cast.project.projectId) })
    expect(answer).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('needs a session', async () => {
    const answer = await kit.ask(null, createPost, { body: draftFor(cast.project.projectId) })
    expect(answer.status).toBe(401)
  })

  test.each([
    ['an unknown key', { surprise: 1 }, 'surprise'],
    ['an unknown network', { social_networks: ['myspace'] }, 'social_networks.0'],
    ['no network', { social_networks: [] }, 'social_networks'],
    ['the same network twice', { social_networks: ['facebook', 'facebook'] }, 'social_networks'],
    ['an unknown type', { type: 'hologram' }, 'type'],
  ])('refuses %s and names the field', async (_name, wrong, field) => {
    const body = { ...draftFor(cast.project.projectId), ...wrong }
    const answer = await kit.send(cast.creator, 'POST', '/posts', body)
    expect(answer).toMatchObject({ status: 422, code: 'validation_error' })
    expect(Object.keys(answer.errors ?? {})).toContain(field)
  })
})

test('offers the post types that all the networks accept', async () => {
  const body = { social_networks: ['facebook' as const, 'instagram' as const] }
  const { data } = await kit.ask(cast.internal, listAllowedTypes, { body })
  expect(data.types).toContain('single_photo')
  expect(data.types).not.toContain('text')
  expect((await kit.ask(null, listAllowedTypes, { body })).status).toBe(401)
})
