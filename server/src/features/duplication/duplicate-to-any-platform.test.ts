import { describe, expect, it, test } from 'vitest'
import {
  duplicatePost,
  duplicateToAnyPlatform,
  duplicateToAnyPlatformBatch,
  listNetworksForPost,
  listNetworksForPostSocial,
  listNetworksForPosts,
} from '#domain/duplication/contract.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { buildPerson, buildProject, useCast } from '#testing/people.ts'
import { buildMedia, buildPost, type TestSocial } from '#testing/posts.ts'
import { duplicationRoutes } from './routes.ts'

const kit = useTestApp({ routes: [...duplicationRoutes, ...postRoutes] })
const cast = useCast(kit)

const when = { date: '2026-06-21', time: '12:00', is_autoposting: true }

/** A live Facebook post with everything that a version can have. */
const buildFull = async (more: readonly TestSocial[] = []) => {
  const [photo, other] = [await buildMedia(kit.db, cast.project), await buildMedia(kit.db, cast.project)]
  const post = await buildPost(kit.db, cast.project, {
    type: 'multi_photo',
    socials: [
      {
        network: 'facebook',
        status: 'live',
        message: 'Hello @Mill #coffee',
        first_comment: '#more',
        mentions: [{ id: '7', mention: '@Mill', name: 'Mill' }],
        follows_shared: true,
        attachments: [
          { media_id: photo, description: 'media', extra_fields: { alt_text: 'A cup' } },
          { media_id: other, description: 'media', extra_fields: {} },
        ],
      },
      ...more,
    ],
    schedule: { date: '2026-05-20', time: '12:00' },
  })
  return { ...post, photo, other }
}

const factsOf = (post: { post_socials: readonly object[] }, network: string) => {
  const found = post.post_socials.find(one => (one as { social_network: string }).social_network === network)
  if (!found) throw new Error(`no version for ${network}`)
  return found
}

describe('Duplicating a post', () => {
  it('copies its content on its own networks as a draft, and nothing of its history', async () => {
    const { postId, photo, other } = await buildFull()
    const { status, data } = await kit.ask(cast.creator, duplicatePost, { body: { post_id: postId } })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      project_id: cast.project.projectId,
      parent_post_id: postId,
      status: 'draft',
      media_replication_status: 'duplicated',
      latest_schedule: null,
      created_by: { id: cast.creator.userId },
    })
    expect(data.post_socials).toHaveLength(1)
    expect(factsOf(data, 'facebook')).toMatchObject({
      type: 'multi_photo',
      message: 'Hello @Mill #coffee',
      first_comment: '#more',
      status: 'draft',
      extra_fields: { mentions: [{ id: '7', mention: '@Mill', name: 'Mill' }] },
      attachments: [{ object_id: photo, extra_fields: { alt_text: 'A cup' } }, { object_id: other }],
      follows_shared: true,
      approvals: [],
      is_approved: false,
      permalink: null,
      published_at: null,
      failure_reason: null,
      last_social_api_response: null,
      sent_version: null,
    })
  })

  it('shares its files instead of storing them twice', async () => {
    const { postId } = await buildFull()
    const count = () => kit.db.selectFrom('medias').select('id').execute()
    const before = await count()
    await kit.ask(cast.creator, duplicatePost, { body: { post_id: postId } })
    expect(await count()).toEqual(before)
  })

  it('is in the calendar at once when it gets a time', async () => {
    const { postId } = await buildFull()
    const { data } = await kit.ask(cast.creator, duplicatePost, { body: { post_id: postId, ...when } })
    expect(data.latest_schedule).toMatchObject({ ...when, timezone: 'Europe/Berlin', post_id: data.id })
    const events = await kit.db
      .selectFrom('events')
      .select('type')
      .where('post_id', '=', data.id)
      .orderBy('id')
      .execute()
    expect(events.map(({ type }) => type)).toEqual(['post.created', 'schedule.created'])
  })

  it('writes nothing when the time is too soon', async () => {
    const { postId } = await buildFull()
    const body = { post_id: postId, ...when, date: '2026-06-01' }
    expect(await kit.ask(cast.creator, duplicatePost, { body })).toMatchObject({ code: 'lead_time' })
    const copies = await kit.db
      .selectFrom('posts')
      .select('id')
      .where('parent_post_id', '=', postId)
      .execute()
    expect(copies).toEqual([])
  })

  it('needs all of a time or none', async () => {
    const { postId } = await buildFull()
    const body = { post_id: postId, date: '2026-06-21' }
    expect(await kit.ask(cast.creator, duplicatePost, { body })).toMatchObject({ status: 422 })
  })

  it('needs the accounts of its networks', async () => {
    const project = await buildProject(kit.db, { connected: ['linkedin'] })
    const creator = await buildPerson(kit.db, project, 'content-creator')
    const { postId } = await buildPost(kit.db, project)
    expect(await kit.ask(creator, duplicatePost, { body: { post_id: postId } })).toMatchObject({
      code: 'network_not_connected',
    })
  })

  it('does not copy a deleted post', async () => {
    const { postId } = await buildFull()
    await kit.db.updateTable('posts').set({ deleted_at: new Date() }).where('id', '=', postId).execute()
    expect((await kit.ask(cast.creator, duplicatePost, { body: { post_id: postId } })).status).toBe(404)
  })

  it('is unharmed when the original is deleted', async () => {
    const { postId, photo } = await buildFull()
    const { data } = await kit.ask(cast.creator, duplicatePost, { body: { post_id: postId } })
    await kit.db.updateTable('posts').set({ deleted_at: new Date() }).where('id', '=', postId).execute()
    const refused = await kit.send(cast.creator, 'GET', `/posts/${data.id}`)
    expect(refused.data).toMatchObject({ post_socials: [{ attachments: [{ object_id: photo }, {}] }] })
  })
})

describe('Duplicating to other networks', () => {
  it('gives each network a version in a type that it takes', async () => {
    const { postId, photo } = await buildFull()
    const { data } = await kit.ask(cast.creator, duplicateToAnyPlatform, {
      body: { post_id: postId, social_networks: ['instagram', 'linkedin', 'twitter'], ...when },
    })
    expect(data.post_socials.map(({ social_network, status }) => [social_network, status])).toEqual([
      ['instagram', 'draft'],
      ['linkedin', 'draft'],
      ['twitter', 'draft'],
    ])
    for (const social of data.post_socials) {
      expect(social).toMatchObject({ message: 'Hello @Mill #coffee', follows_shared: true })
      expect(social.attachments[0]).toMatchObject({ object_id: photo, extra_fields: { alt_text: 'A cup' } })
      // A mention's id is Facebook's.
      expect(social.extra_fields.mentions ?? []).toEqual([])
    }
    // Fixed by the networks: Twitter takes no multi_photo.
    expect(factsOf(data, 'twitter')).toMatchObject({ type: 'single_photo' })
  })

  it('takes each network’s own version where the post has one, adapted as it was', async () => {
    const { postId } = await buildFull([{ network: 'linkedin', message: 'For colleagues' }])
    const { data } = await kit.ask(cast.creator, duplicateToAnyPlatform, {
      body: { post_id: postId, social_networks: ['linkedin', 'instagram', 'facebook'] },
    })
    expect(factsOf(data, 'linkedin')).toMatchObject({ message: 'For colleagues', follows_shared: false })
    expect(factsOf(data, 'instagram')).toMatchObject({ message: 'Hello @Mill #coffee', follows_shared: true })
    expect(factsOf(data, 'facebook')).toMatchObject({ follows_shared: true })
  })

  it('takes one version for all networks when it is asked for that version', async () => {
    const { socialIds } = await buildFull([{ network: 'linkedin', message: 'For colleagues' }])
    const { data } = await kit.ask(cast.creator, duplicateToAnyPlatform, {
      body: { post_social_id: socialIds[1] ?? 0, social_networks: ['facebook'] },
    })
    expect(factsOf(data, 'facebook')).toMatchObject({ message: 'For colleagues', follows_shared: true })
  })

  it('refuses a network that takes no such post', async () => {
    const { postId } = await buildPost(kit.db, cast.project, { type: 'text' })
    const body = { post_id: postId, social_networks: ['instagram' as const] }
    expect(await kit.ask(cast.creator, duplicateToAnyPlatform, { body })).toMatchObject({
      status: 422,
      code: 'type_not_allowed',
      errors: { social_networks: ['Instagram does not take this post'] },
    })
  })

  it('needs either a post or a version', async () => {
    const { postId, socialIds } = await buildFull()
    const networks = { social_networks: ['linkedin' as const] }
    const both = { ...networks, post_id: postId, post_social_id: socialIds[0] ?? 0 }
    for (const body of [networks, both])
      expect((await kit.ask(cast.creator, duplicateToAnyPlatform, { body })).status).toBe(422)
  })

  it('finds no version of another project behind a post of one’s own', async () => {
    const { postId } = await buildFull()
    const foreign = await buildPost(kit.db, cast.elsewhere)
    const body = { post_social_id: foreign.socialIds[0] ?? 0, social_networks: ['linkedin' as const] }
    expect((await kit.ask(cast.creator, duplicateToAnyPlatform, { body })).status).toBe(404)
    const mixed = { ...body, post_id: postId }
    expect((await kit.ask(cast.creator, duplicateToAnyPlatform, { body: mixed })).status).toBe(422)
  })

  it('duplicates several posts, or none of them', async () => {
    const [one, two] = [await buildFull(), await buildFull()]
    const text = await buildPost(kit.db, cast.project, { type: 'text' })
    const ask = (post_ids: number[]) =>
      kit.ask(cast.creator, duplicateToAnyPlatformBatch, {
        body: { post_ids, social_networks: ['instagram'], ...when },
      })
    const { data } = await ask([one.postId, two.postId])
    expect(
      data.map(({ parent_post_id, latest_schedule }) => [parent_post_id, latest_schedule?.date]),
    ).toEqual([
      [one.postId, when.date],
      [two.postId, when.date],
    ])
    const third = await buildFull()
    expect(await ask([third.postId, text.postId])).toMatchObject({ code: 'type_not_allowed' })
    const left = await kit.db
      .selectFrom('posts')
      .select('id')
      .where('parent_post_id', '=', third.postId)
      .execute()
    expect(left).toEqual([])
  })

  it('finds no batch that reaches into another project', async () => {
    const own = await buildFull()
    const foreign = await buildPost(kit.db, cast.elsewhere)
    const body = { post_ids: [own.postId, foreign.postId], social_networks: ['facebook' as const] }
    expect((await kit.ask(cast.creator, duplicateToAnyPlatformBatch, { body })).status).toBe(404)
  })
})

describe('The networks that a post can be duplicated to', () => {
  it('are those that take it, with what would be lost and what has to be mended', async () => {
    const { postId, socialIds } = await buildFull()
    const requested = await kit.ask(cast.creator, listNetworksForPost, { params: { postId } })
    const one = await kit.ask(cast.creator, listNetworksForPostSocial, {
      params: { postSocialId: socialIds[0] ?? 0 },
    })
    expect(one.data).toEqual(requested.data)
    expect(requested.data.allowed_social_networks).toEqual(['facebook', 'instagram', 'linkedin', 'twitter'])
    const twitter = requested.data.offers.find(({ social_network }) => social_network === 'twitter')
    expect(twitter).toMatchObject({
      is_connected: true,
      type: 'single_photo',
      lost: ['Becomes “Single photo” on Twitter', 'A mention of Facebook becomes plain text'],
    })
    const facebook = requested.data.offers.find(({ social_network }) => social_network === 'facebook')
    expect(facebook).toMatchObject({ lost: [], problems: [] })
  })

  it('say that a text is too long', async () => {
    const { postId } = await buildPost(kit.db, cast.project, {
      type: 'text',
      socials: [{ network: 'facebook', message: 'x'.repeat(300) }],
    })
    const { data } = await kit.ask(cast.creator, listNetworksForPost, { params: { postId } })
    expect(data.allowed_social_networks).toEqual(['facebook', 'linkedin', 'twitter'])
    const twitter = data.offers.find(({ social_network }) => social_network === 'twitter')
    expect(twitter?.problems).toEqual(['Message length should be less than 280 characters.'])
  })

  it('are for several posts those that take all of them', async () => {
    const full = await buildFull()
    const text = await buildPost(kit.db, cast.project, {
      type: 'text',
      socials: [{ network: 'facebook', message: 'x'.repeat(300) }],
    })
    const ask = (post_ids: number[]) => kit.ask(cast.creator, listNetworksForPosts, { body: { post_ids } })
    const { data } = await ask([full.postId, text.postId, full.postId])
    expect(data.allowed_social_networks).toEqual(['facebook', 'linkedin', 'twitter'])
    expect(data.offers.find(({ social_network }) => social_network === 'twitter')).toMatchObject({
      lost: ['Becomes “Single photo” on Twitter', 'A mention of Facebook becomes plain text'],
      problems: ['Message length should be less than 280 characters.'],
    })
    const alone = await kit.ask(cast.creator, listNetworksForPost, { params: { postId: full.postId } })
    expect((await ask([full.postId])).data).toEqual(alone.data)
  })

  it('are not found for posts of another project, or that were deleted', async () => {
    const { postId } = await buildFull()
    const foreign = await buildPost(kit.db, cast.elsewhere)
    const gone = await buildPost(kit.db, cast.project)
    await kit.db.updateTable('posts').set({ deleted_at: new Date() }).where('id', '=', gone.postId).execute()
    for (const other of [foreign, gone]) {
      const body = { post_ids: [postId, other.postId] }
      expect((await kit.ask(cast.creator, listNetworksForPosts, { body })).status).toBe(404)
    }
  })

  it('say which are not connected', async () => {
    const project = await buildProject(kit.db, { connected: ['facebook'] })
    const creator = await buildPerson(kit.db, project, 'content-creator')
    const { postId } = await buildPost(kit.db, project)
    const { data } = await kit.ask(creator, listNetworksForPost, { params: { postId } })
    const connected = data.offers.filter(({ is_connected }) => is_connected)
    expect(connected.map(({ social_network }) => social_network)).toEqual(['facebook'])
  })
})

test.each(['internal', 'external'] as const)('the %s approver can duplicate nothing', async role => {
  const { postId, socialIds } = await buildFull()
  const social_networks = ['facebook' as const]
  const answers = [
    await kit.ask(cast[role], duplicatePost, { body: { post_id: postId } }),
    await kit.ask(cast[role], duplicateToAnyPlatform, { body: { post_id: postId, social_networks } }),
    await kit.ask(cast[role], duplicateToAnyPlatform, {
      body: { post_social_id: socialIds[0] ?? 0, social_networks },
    }),
    await kit.ask(cast[role], duplicateToAnyPlatformBatch, { body: { post_ids: [postId], social_networks } }),
    await kit.ask(cast[role], listNetworksForPost, { params: { postId } }),
    await kit.ask(cast[role], listNetworksForPosts, { body: { post_ids: [postId] } }),
    await kit.ask(cast[role], listNetworksForPostSocial, { params: { postSocialId: socialIds[0] ?? 0 } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403])
})
