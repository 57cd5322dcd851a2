import { sql } from 'kysely'
import { describe, expect, it, test } from 'vitest'
import type { Request } from '#domain/kernel/endpoint.ts'
import { getPost, savePostSocials } from '#domain/posts/contract.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { type Cast, useCast } from '#testing/people.ts'
import { buildMedia, buildPost, type TestPost } from '#testing/posts.ts'

const kit = useTestApp({ routes: [...postRoutes, ...writingRoutes] })
const cast = useCast(kit)

type Draft = Omit<Request<typeof savePostSocials>['body']['post_socials'][number], 'id'>

/** Saves the versions in their order; null leaves a version out. */
const save = (person: Cast['admin'], post: TestPost, drafts: (Draft | null)[], more: object = {}) =>
  kit.ask(person, savePostSocials, {
    body: {
      post_id: post.postId,
      project_id: cast.project.projectId,
      post_socials: drafts.flatMap((draft, index) =>
        draft ? [{ id: post.socialIds[index] ?? 0, ...draft }] : [],
      ),
      ...more,
    },
  })

const messagesOf = async (post: TestPost) =>
  (
    await kit.db
      .selectFrom('post_socials')
      .select('message')
      .where('post_id', '=', post.postId)
      .orderBy('id')
      .execute()
  ).map(row => row.message)
/** Waits until a statement of this database is blocked by a row that another transaction has locked. */
const untilSomebodyWaits = async () => {
  for (let waiting = 0; waiting === 0; ) {
    const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(kit.db)
    waiting = rows[0]?.count ?? 0
  }
}
const eventsOf = (post: TestPost) =>
  kit.db
    .selectFrom('events')
    .select(['type', 'detail'])
    .where('post_id', '=', post.postId)
    .orderBy('id')
    .execute()

describe('Saving the versions of a post', () => {
  it('gives each network its own text and increments only the versions that changed', async () => {
    const post = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook' }, { network: 'linkedin', message: 'As it was' }],
    })
    const { status, data } = await save(cast.creator, post, [
      { message: 'For Facebook', first_comment: 'First!', version: 1 },
      { message: 'As it was', version: 1 },
    ])
    expect(status).toBe(200)
    expect(data.post_socials.map(social => [social.message, social.first_comment, social.version])).toEqual([
      ['For Facebook', 'First!', 2],
      ['As it was', '', 1],
    ])
    expect(data.updated_at).toBe(kit.clock.now().toISOString())
    expect(await eventsOf(post)).toEqual([{ type: 'post.saved', detail: {} }])
  })

  it('emits and increments nothing if nothing changes', async () => {
    const post = await buildPost(kit.db, cast.project)
    const { data } = await save(cast.creator, post, [
      { message: 'Hello facebook', message_editor_state: '{}' },
    ])
    expect(data.post_socials[0]).toMatchObject({ version: 1, message_editor_state: '{}' })
    expect(await eventsOf(post)).toEqual([])
  })

  it('does not touch what was left out', async () => {
    const post = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook', message: 'Stay', first_comment: 'Here' }, { network: 'linkedin' }],
    })
    const { data } = await save(cast.creator, post, [null, { message: 'Only this' }])
    expect(data.post_socials[0]).toMatchObject({ message: 'Stay', first_comment: 'Here', version: 1 })
  })

  it('keeps only the mentions that are still in the text', async () => {
    const post = await buildPost(kit.db, cast.project)
    const [ann, bob] = [
      { id: '1', mention: '@ann' },
      { id: '2', mention: '@bob' },
    ]
    const extra_fields = { mentions: [ann, bob] }
    const saved = await save(cast.creator, post, [{ message: 'Thanks @ann and @bobby', extra_fields }])
    expect(saved.data.post_socials[0]?.extra_fields).toEqual({ mentions: [ann] })
    const again = await save(cast.creator, post, [{ message: 'Thanks' }])
    expect(again.data.post_socials[0]?.extra_fields).toEqual({})
  })

  it('turns a temporary draft into a draft if requested', async () => {
    const post = await buildPost(kit.db, cast.project, { status: 'temporary_draft' })
    expect((await save(cast.creator, post, [{ message: 'Soon' }])).data.status).toBe('temporary_draft')
    const { data } = await save(cast.creator, post, [{}], { is_temporary: false })
    expect(data.status).toBe('draft')
  })

  it('names the files that a version waits for, tells other screens, and keeps its approval', async () => {
    const post = await buildPost(kit.db, cast.project, { status: 'approved' })
    const { data } = await save(cast.creator, post, [{ awaited_files: ['two.jpg', 'two.jpg'] }])
    const [waiting] = data.post_socials
    expect(waiting).toMatchObject({ awaited_files: ['two.jpg', 'two.jpg'], status: 'approved', version: 2 })
    expect((await eventsOf(post)).map(event => event.type)).toEqual(['post.saved'])
    const stale = await save(cast.creator, post, [{ version: 1, message: 'Written elsewhere' }])
    expect(stale).toMatchObject({ status: 409, code: 'stale_version' })
    const unnamed = await save(cast.creator, post, [{ version: 2 }])
    expect(unnamed.data.post_socials[0]).toMatchObject({ awaited_files: ['two.jpg', 'two.jpg'], version: 2 })
    const complete = await save(cast.creator, post, [{ awaited_files: [] }])
    expect(complete.data.post_socials[0]).toMatchObject({ awaited_files: [], status: 'approved', version: 3 })
  })

  it('keeps the names of files on a colleague’s disk from clients', async () => {
    const post = await buildPost(kit.db, cast.project, { status: 'pending_external_approval' })
    await save(cast.creator, post, [{ awaited_files: ['client pays late.mp4'] }])
    const seenBy = async (person: Cast['admin']) =>
      (await kit.ask(person, getPost, { params: { postId: post.postId } })).data.post_socials[0]
        ?.awaited_files
    expect(await seenBy(cast.internal)).toEqual(['client pays late.mp4'])
    expect(await seenBy(cast.external)).toEqual([])
  })

  it('gives the post the type that all its versions share', async () => {
    const post = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook' }, { network: 'linkedin' }],
    })
    const one = await save(cast.creator, post, [{ type: 'text' }])
    expect(one.data.type).toBe('single_photo')
    const both = await save(cast.creator, post, [null, { type: 'text' }])
    expect(both.data.type).toBe('text')
  })
})

describe('Saving is refused for', () => {
  it('a version that someone else changed in the meantime, together with all the others', async () => {
    const post = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook' }, { network: 'linkedin' }],
    })
    await save(cast.admin, post, [null, { message: 'I was first', version: 1 }])
    const answer = await save(cast.creator, post, [
      { message: 'Mine', version: 1 },
      { message: 'Mine too', version: 1 },
    ])
    expect(answer).toMatchObject({ status: 409, code: 'stale_version' })
    expect(await messagesOf(post)).toEqual(['Hello facebook', 'I was first'])
  })

  it('a version that someone is saving at this very moment', async () => {
    const post = await buildPost(kit.db, cast.project)
    const late = await kit.db.transaction().execute(async tx => {
      await tx
        .updateTable('post_socials')
        .set({ message: 'I was first', version: 2 })
        .where('post_id', '=', post.postId)
        .execute()
      const answer = save(cast.creator, post, [{ message: 'Mine', version: 1 }])
      await untilSomebodyWaits()
      return { answer }
    })
    expect(await late.answer).toMatchObject({ status: 409, code: 'stale_version' })
    expect(await messagesOf(post)).toEqual(['I was first'])
  })

  test.each<[PostSocialStatus, string]>([
    ['on_publishing', 'being_published'],
    ['live', 'already_live'],
  ])('a version that is %s', async (status, code) => {
    const post = await buildPost(kit.db, cast.project, { status })
    expect(await save(cast.admin, post, [{ message: 'Late' }])).toMatchObject({ status: 409, code })
  })

  it('new content for an approved version that still waits for a file', async () => {
    const post = await buildPost(kit.db, cast.project, { status: 'approved' })
    const answer = await save(cast.creator, post, [
      { message: 'With two photos', awaited_files: ['two.jpg'] },
    ])
    expect(answer).toMatchObject({ status: 422, message: 'two.jpg is not uploaded yet' })
    expect(await messagesOf(post)).not.toContain('With two photos')
  })

  it('a type that the network does not accept', async () => {
    const post = await buildPost(kit.db, cast.project, { socials: [{ network: 'instagram' }] })
    expect(await save(cast.creator, post, [{ type: 'text' }])).toMatchObject({
      status: 422,
      code: 'type_not_allowed',
    })
  })

  it('approvers, other agencies, and versions of another post', async () => {
    const post = await buildPost(kit.db, cast.project)
    const other = await buildPost(kit.db, cast.project)
    expect((await save(cast.internal, post, [{ message: 'No' }])).status).toBe(403)
    expect((await save(cast.external, post, [{ message: 'No' }])).status).toBe(403)
    expect((await save(cast.stranger, post, [{ message: 'No' }])).status).toBe(404)
    const mixed = await save(cast.creator, { ...post, socialIds: other.socialIds }, [{ message: 'No' }])
    expect(mixed.status).toBe(404)
    expect(await messagesOf(other)).toEqual(['Hello facebook'])
  })

  it('a post addressed through another project', async () => {
    const post = await buildPost(kit.db, cast.project)
    const answer = await save(cast.creator, post, [{ message: 'No' }], {
      project_id: cast.elsewhere.projectId,
    })
    expect(answer.status).toBe(404)
  })

  test.each([
    ['an unknown key', { post_socials: [{ id: 1, colour: 'red' }] }, 'post_socials.0.colour'],
    ['no version', { post_socials: [] }, 'post_socials'],
    ['a text that is a number', { post_socials: [{ id: 1, message: 5 }] }, 'post_socials.0.message'],
  ])('%s, naming the field', async (_name, wrong, field) => {
    const post = await buildPost(kit.db, cast.project)
    const answer = await kit.send(cast.creator, 'PUT', '/postssocials', {
      post_id: post.postId,
      project_id: cast.project.projectId,
      ...wrong,
    })
    expect(answer).toMatchObject({ status: 422, code: 'validation_error' })
    expect(Object.keys(answer.errors ?? {})).toContain(field)
  })
})

describe('The media of a version', () => {
  const attach = (object_id: number) => ({ action: 'attach' as const, object_id })

  it('can be attached in order, reordered, described and detached', async () => {
    const [one, two, three] = [
      await buildMedia(kit.db, cast.project),
      await buildMedia(kit.db, cast.project),
      await buildMedia(kit.db, cast.project),
    ]
    const post = await buildPost(kit.db, cast.project, { type: 'multi_photo' })
    const first = await save(cast.creator, post, [{ media_actions: [attach(one), attach(two)] }])
    const [a = 0, b = 0] = first.data.post_socials[0]?.attachment_order ?? []
    expect(first.data.post_socials[0]).toMatchObject({ has_multi_attachments: true, version: 2 })
    const second = await save(cast.creator, post, [
      {
        attachment_order: [b, a],
        media_actions: [attach(three), { action: 'update', id: a, extra_fields: { alt_text: 'A galley' } }],
      },
    ])
    const shown = second.data.post_socials[0]?.attachments.map(row => [row.object_id, row.extra_fields])
    expect(shown).toEqual([
      [two, {}],
      [one, { alt_text: 'A galley' }],
      [three, {}],
    ])
    const third = await save(cast.creator, post, [{ media_actions: [{ action: 'detach', id: b }] }])
    expect(third.data.post_socials[0]?.attachments.map(row => row.object_id)).toEqual([one, three])
  })

  it('can be replaced in their place, as by a crop, and only by a file of the project', async () => {
    const [one, two, crop] = [
      await buildMedia(kit.db, cast.project),
      await buildMedia(kit.db, cast.project),
      await buildMedia(kit.db, cast.project),
    ]
    const post = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook', media: [one, two] }],
    })
    const [first = 0] = (await save(cast.creator, post, [{}])).data.post_socials[0]?.attachment_order ?? []
    const replace = (object_id: number) => ({
      media_actions: [
        { action: 'update' as const, id: first, object_id, extra_fields: { alt_text: 'Bread' } },
      ],
    })
    const { data } = await save(cast.creator, post, [replace(crop)])
    expect(data.post_socials[0]?.attachments.map(row => [row.id === first, row.object_id])).toEqual([
      [true, crop],
      [false, two],
    ])
    const theirs = await buildMedia(kit.db, cast.elsewhere)
    expect((await save(cast.creator, post, [replace(theirs)])).status).toBe(404)
  })

  it('are not lost by an order that omits one', async () => {
    const media = [await buildMedia(kit.db, cast.project), await buildMedia(kit.db, cast.project)]
    const post = await buildPost(kit.db, cast.project, { socials: [{ network: 'facebook', media }] })
    const before = (await save(cast.creator, post, [{}])).data.post_socials[0]?.attachment_order ?? []
    const { data } = await save(cast.creator, post, [{ attachment_order: before.slice(1) }])
    expect(data.post_socials[0]?.attachment_order).toEqual([before[1], before[0]])
  })

  it('cannot come from another project, and then nothing is written', async () => {
    const theirs = await buildMedia(kit.db, cast.elsewhere)
    const post = await buildPost(kit.db, cast.project)
    const answer = await save(cast.creator, post, [
      { message: 'With theirs', media_actions: [attach(theirs)] },
    ])
    expect(answer.status).toBe(404)
    expect(await messagesOf(post)).toEqual(['Hello facebook'])
  })

  it('cannot be detached from another version', async () => {
    const media = [await buildMedia(kit.db, cast.project)]
    const other = await buildPost(kit.db, cast.project, { socials: [{ network: 'facebook', media }] })
    const id = (await save(cast.creator, other, [{}])).data.post_socials[0]?.attachment_order[0] ?? 0
    const post = await buildPost(kit.db, cast.project)
    const detach = { media_actions: [{ action: 'detach' as const, id }] }
    expect((await save(cast.creator, post, [detach])).status).toBe(404)
    expect((await save(cast.creator, other, [{}])).data.post_socials[0]?.attachment_order).toEqual([id])
  })

  it('have links that must be web addresses', async () => {
    const post = await buildPost(kit.db, cast.project, { type: 'link' })
    const link = (address: string) => ({
      media_actions: [
        { action: 'attach' as const, description: 'link' as const, extra_fields: { link: address } },
      ],
    })
    expect(await save(cast.creator, post, [link('nowhere')])).toMatchObject({
      status: 422,
      message: 'Please enter a valid url adress',
    })
    const { data } = await save(cast.creator, post, [link('https://example.com')])
    expect(data.post_socials[0]?.attachments[0]).toMatchObject({ object_type: 'link', object_data: null })
  })
})
