import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  approveRound,
  requestRevision,
  skipApproval,
  startApprovals,
  unapproveRound,
} from '#domain/approvals/contract.ts'
import { getLinkPreview, getPostOfProject, savePostSocials } from '#domain/posts/contract.ts'
import { networkCard, siteOf } from '#domain/posts/link-cards.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { publishPost, publishPostAsAdmin } from '#domain/publishing/contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { getDigest } from '#server/features/posts/content.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import type { TestPerson } from '#testing/app.ts'
import { type CardFacts, cardsInFeed } from '#testing/feed-cards.ts'
import { buildPerson, nextNumber, setProject, type TestProject } from '#testing/people.ts'
import { buildPost, type TestPost, type TestSocial } from '#testing/posts.ts'
import { type PublishingStage, startPublishingStage } from '#testing/publishing/publishing.ts'

let stage: PublishingStage
let project: TestProject
let admin: TestPerson
let creator: TestPerson

beforeAll(async () => {
  stage = await startPublishingStage([
    ...postRoutes,
    ...writingRoutes,
    ...approvalRoutes,
    ...publishingRoutes,
  ])
  Object.assign(stage.services.config, { sandbox: true })
  project = await stage.connectedProject()
  admin = await buildPerson(stage.db, project, 'agency-admin')
  creator = await buildPerson(stage.db, project, 'content-creator')
})
beforeEach(async () => {
  await stage.db.deleteFrom('link_previews').execute()
  // How often somebody may have pages read.
  await stage.db.deleteFrom('attempts').execute()
  await setProject(stage.db, project.projectId, 'post-master-content-social-network-id', '')
})
afterAll(() => stage.close())

const page = (name: string) => `${stage.sandbox.url}/pages/${name}`
const ahead = { date: '2026-06-10', time: '12:00' }

/** A link post on LinkedIn, whose link is in its text or, by default, its own. */
const build = async (
  status: PostSocialStatus = 'draft',
  { isInText = false, others = [] as readonly TestSocial[] } = {},
) => {
  const message = `Look here ${nextNumber()}:`
  const linked = linkTo(page('spring-menu'))
  const content = isInText ? { message: `${message} ${page('spring-menu')}` } : { message, ...linked }
  const socials = [{ network: 'linkedin' as const, ...content }, ...others]
  return {
    message,
    ...(await buildPost(stage.db, project, { type: 'link', status, schedule: ahead, socials })),
  }
}
const linkTo = (link: string) => ({
  attachments: [{ media_id: null, description: 'link' as const, extra_fields: { link } }],
})

const readPage = async (name = 'spring-menu', refresh = false) =>
  (
    await stage.ask(creator, getLinkPreview, {
      params: { projectId: project.projectId },
      query: { url: page(name), ...(refresh ? { refresh: '1' as const } : {}) },
    })
  ).data

/** The page now says something else, and it has been read again. */
const changePage = async (title = 'Another page altogether') => {
  await readPage('spring-menu', true)
  await stage.db
    .updateTable('link_previews')
    .set({ title, description: 'Other words', picture_key: null })
    .execute()
}

const linkedinOf = async ({ postId }: Pick<TestPost, 'postId'>): Promise<PostSocial> => {
  const params = { projectId: project.projectId, postId }
  const { data } = await stage.ask(admin, getPostOfProject, { params })
  const social = data.post_socials.find(({ social_network }) => social_network === 'linkedin')
  if (!social) throw new Error('no version for LinkedIn')
  return social
}

/** The card that an approver sees. @throws for a version whose card still follows the page */
const shownCard = ({ linked_page: linked, type }: PostSocial): CardFacts => {
  if (linked === null) throw new Error('the card still follows the page')
  const own = { link: linked.url, name: '', description: '', picture: null }
  const card = networkCard('linkedin', type, own, linked.page)
  return {
    title: card?.name ?? '',
    description: card?.description ?? '',
    hasPicture: card?.picture != null,
    site: siteOf(linked.url),
  }
}

const send = async ({ postId }: TestPost) =>
  expect((await stage.ask(creator, startApprovals, { body: { posts_ids: [postId] } })).status).toBe(200)
const approve = async (post: TestPost) => {
  const { id, version, approvals } = await linkedinOf(post)
  const approval_id = approvals.find(({ status }) => status === 'open')?.id ?? 0
  const answer = await stage.ask(admin, approveRound, { body: { approval_id, post_social_id: id, version } })
  expect(answer.status).toBe(200)
}
const publish = async (post: TestPost & { message: string }, how: typeof publishPost = publishPost) => {
  expect((await stage.ask(admin, how, { params: { postId: post.postId } })).status).toBe(200)
  await stage.drive(stage.publisher())
  return cardsInFeed(stage, 'linkedin', post.message)
}

/** The ways in which a version is sent, up to the point where it may go out. */
const ways: readonly (readonly [string, (post: TestPost) => Promise<void>])[] = [
  ['sent and approved', send],
  [
    'skipping approval',
    async ({ postId }) => {
      const body = { post_id: postId, skipped_approvals: ['internal' as const, 'external' as const] }
      expect((await stage.ask(admin, skipApproval, { body })).status).toBe(200)
    },
  ],
]

describe('What goes out below a LinkedIn post is the card that was approved', () => {
  it.each(ways)('when the page changes after %s', async (_name, way) => {
    for (const isInText of [false, true]) {
      const { title } = await readPage('spring-menu', true)
      const post = await build('draft', { isInText })
      await way(post)
      const approved = shownCard(await linkedinOf(post))
      expect(approved).toMatchObject({ title, hasPicture: true })
      await changePage()
      if (way === send) await approve(post)
      expect(shownCard(await linkedinOf(post))).toEqual(approved)
      await changePage('Something else again')
      expect(await publish(post)).toEqual([approved])
      expect(shownCard(await linkedinOf(post))).toEqual(approved)
    }
  })

  it('when an admin publishes without approval and the page changes before it is sent', async () => {
    const { title } = await readPage()
    const post = await build()
    const params = { postId: post.postId }
    expect((await stage.ask(admin, publishPostAsAdmin, { params })).status).toBe(200)
    await changePage()
    await stage.drive(stage.publisher())
    expect(await cardsInFeed(stage, 'linkedin', post.message)).toMatchObject([{ title }])
  })

  it('when nobody had looked at the page: it has only its site, even if somebody does later', async () => {
    const post = await build()
    await send(post)
    await readPage()
    await approve(post)
    const approved = shownCard(await linkedinOf(post))
    expect(approved).toMatchObject({ title: '127.0.0.1', hasPicture: false })
    expect(await publish(post)).toMatchObject([{ description: '', hasPicture: false }])
  })

  it('when it follows the approval of another network', async () => {
    await setProject(stage.db, project.projectId, 'post-master-content-social-network-id', 'facebook')
    const { title } = await readPage()
    const others = [{ network: 'facebook' as const, ...linkTo(page('spring-menu')) }]
    const post = await build('draft', { others })
    await send(post)
    await changePage()
    expect(shownCard(await linkedinOf(post))).toMatchObject({ title })
  })

  it('and a card that was changed behind the approval does not go out', async () => {
    await readPage()
    const post = await build('approved')
    const linked_page = JSON.stringify({ url: page('spring-menu'), page: null })
    await stage.db
      .updateTable('post_socials')
      .set({ linked_page })
      .where('post_id', '=', post.postId)
      .execute()
    const answer = await stage.ask(admin, publishPost, { params: { postId: post.postId } })
    expect([answer.status, answer.code]).toEqual([409, 'illegal_transition'])
  })

  it('and it does not go out without the picture that was approved', async () => {
    await readPage()
    const post = await build('approved')
    await removePicture()
    expect(await publish(post)).toEqual([])
    expect((await linkedinOf(post)).status).toBe('publishing_failed')
  })

  it('except for what was approved before cards were frozen, which follows the page', async () => {
    const post = await buildUnfrozen()
    const { title } = await readPage()
    expect((await linkedinOf(post)).linked_page).toBe(null)
    expect(await publish(post)).toMatchObject([{ title, hasPicture: true }])
  })

  it('except for what was approved before cards were frozen, which goes out without a picture that is gone', async () => {
    const post = await buildUnfrozen()
    const { title } = await readPage()
    await removePicture()
    expect(await publish(post)).toMatchObject([{ title, hasPicture: false }])
  })
})

/** An approved version as it was stored before cards were frozen. */
const buildUnfrozen = async () => {
  const post = await build('approved')
  const [id = 0] = post.socialIds
  const update = () => stage.db.updateTable('post_socials').where('id', '=', id)
  await update().set({ linked_page: sql<string>`null` }).execute()
  await update()
    .set({ cleared_digest: await getDigest(stage.db, id) })
    .execute()
  return post
}

/** The file of the page's picture disappears. */
const removePicture = async () => {
  const { picture_key } = await stage.db
    .selectFrom('link_previews')
    .select('picture_key')
    .executeTakeFirstOrThrow()
  await stage.services.storage.remove(sizeKey(picture_key ?? '', 'original'))
}

const edit = async (person: TestPerson, post: TestPost, part: { message: string }) => {
  const { id, version } = await linkedinOf(post)
  const body = {
    project_id: project.projectId,
    post_id: post.postId,
    post_socials: [{ id, version, ...part }],
  }
  const answer = await stage.ask(person, savePostSocials, { body })
  expect(answer.status).toBe(200)
}

describe('The card of a link', () => {
  it('follows the page as long as the version is a draft', async () => {
    await readPage()
    const post = await build()
    await changePage()
    expect((await linkedinOf(post)).linked_page).toBe(null)
    await send(post)
    expect(shownCard(await linkedinOf(post)).title).toBe('Another page altogether')
  })

  it.each([
    ['requests a revision', requestRevision],
    ['unapproves it', unapproveRound],
  ])(
    'follows it again after somebody %s, until it is sent again as another version',
    async (_name, sendBack) => {
      await readPage()
      const post = await build()
      await send(post)
      if (sendBack === unapproveRound) await approve(post)
      const before = await linkedinOf(post)
      const approval_id = before.internal_approval_id ?? 0
      const post_social_id = before.id
      const form = { approval_id, post_social_id, message: 'Not yet' }
      expect((await stage.ask(admin, sendBack, { body: form })).status).toBe(200)
      await changePage()
      expect((await linkedinOf(post)).linked_page).toBe(null)
      await send(post)
      const again = await linkedinOf(post)
      expect(shownCard(again).title).toBe('Another page altogether')
      const body = { approval_id: again.internal_approval_id ?? 0, post_social_id, version: before.version }
      expect((await stage.ask(admin, approveRound, { body })).code).toBe('stale_version')
      await approve(post)
      expect(await publish(post)).toMatchObject([{ title: 'Another page altogether' }])
    },
  )

  it('stays when the text is edited, and is that of the new link when the link is', async () => {
    const { title } = await readPage()
    const post = await build('approved', { isInText: true })
    await changePage()
    const guide = await readPage('trail-guide')
    await edit(admin, post, { message: `${post.message} now ${page('spring-menu')}` })
    expect(shownCard(await linkedinOf(post)).title).toBe(title)
    await edit(admin, post, { message: `${post.message} now ${page('trail-guide')}` })
    expect(shownCard(await linkedinOf(post)).title).toBe(guide.title)
  })

  it('needs a new approval after somebody who may not approve has edited the link', async () => {
    await readPage()
    const post = await build('approved', { isInText: true })
    const guide = await readPage('trail-guide')
    await edit(creator, post, { message: `${post.message} ${page('trail-guide')}` })
    const edited = await linkedinOf(post)
    expect(edited.status).toBe('pending_internal_approval')
    expect(shownCard(edited).title).toBe(guide.title)
  })

  it('is frozen for no other network', async () => {
    await readPage()
    const { postId } = await buildPost(stage.db, project, {
      type: 'link',
      status: 'approved',
      socials: [{ network: 'facebook', ...linkTo(page('spring-menu')) }],
    })
    const params = { projectId: project.projectId, postId }
    const { data } = await stage.ask(admin, getPostOfProject, { params })
    expect(data.post_socials.map(({ linked_page }) => linked_page)).toEqual([null])
  })
})
