import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostType, type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { getLinkPreview, getPost } from '#domain/posts/contract.ts'
import type { Mention } from '#domain/posts/model.ts'
import { publishPost } from '#domain/publishing/contract.ts'
import { accountOf } from '#domain/social-accounts/shown-account.ts'
import { mediaFile } from '#sandbox/testing/start.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import type { TestPerson } from '#testing/app.ts'
import { buildPerson, nextNumber, type TestProject } from '#testing/people.ts'
import { buildPost, type TestAttachment } from '#testing/posts.ts'
import { type PublishingStage, startPublishingStage, storeMedia } from '#testing/publishing/publishing.ts'
import { factsOfFeed, factsOfPreview, type PostFacts } from '#testing/publishing/shown-posts.ts'
import { linkPreviewKey } from '#web/features/posts/link-preview-api.ts'
import { PostPreview } from '#web/features/posts/previews/post-preview.tsx'
import { previewOf } from '#web/features/posts/previews/preview-content.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'

let stage: PublishingStage
let project: TestProject
let creator: TestPerson

beforeAll(async () => {
  stage = await startPublishingStage([...postRoutes, ...publishingRoutes])
  Object.assign(stage.services.config, { sandbox: true })
  project = await stage.connectedProject()
  creator = await buildPerson(stage.db, project, 'content-creator', { 'content-manager': 'true' })
})
afterAll(() => stage.close())

/** Somebody to mention, as each network's search finds them. Only a page's own name says that Facebook and LinkedIn looked it up. */
const mentioned: Readonly<Record<SocialNetwork, Mention>> = {
  facebook: { id: '117394826501734', mention: '@NorthwindOutdoors', name: 'Northwind Outdoors' },
  instagram: { id: '1', mention: '@north', name: 'Northwind Outdoors', username: 'northwindout' },
  linkedin: { id: '7410268', mention: '@northwindout', name: 'Northwind Outdoors' },
  twitter: { id: '2', mention: '@north', name: 'Northwind Outdoors', username: 'northwindout' },
}

const photo = async (width: number, height: number): Promise<number> => {
  const background = `#${(nextNumber() * 4099).toString(16).padStart(6, '0').slice(-6)}`
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return storeMedia(stage, project, { bytes, kind: 'image', contentType: 'image/jpeg', width, height })
}
const film = (name: 'landscape.mp4' | 'portrait.mp4'): Promise<number> => {
  const number = nextNumber()
  // A byte in an extra box at the end makes every upload a different file.
  const box = Buffer.from([0, 0, 0, 12, ...Buffer.from('free'), 0, 0, number >> 8, number & 0xff])
  const size = name === 'landscape.mp4' ? { width: 640, height: 360 } : { width: 540, height: 960 }
  const bytes = Buffer.concat([mediaFile(name), box])
  return storeMedia(stage, project, { bytes, kind: 'video', contentType: 'video/mp4', seconds: 4, ...size })
}
const moving = (): Promise<number> => {
  const bytes = Buffer.concat([mediaFile('moving.gif'), Buffer.from([nextNumber() & 0xff])])
  const file = { kind: 'gif' as const, contentType: 'image/gif', seconds: 1, width: 320, height: 240 }
  return storeMedia(stage, project, { bytes, ...file })
}

const attached = async (...files: readonly Promise<number>[]): Promise<TestAttachment[]> =>
  (await Promise.all(files)).map((media_id, index) => ({
    media_id,
    description: 'media' as const,
    extra_fields: { alt_text: `Picture ${index + 1}` },
  }))
const titled = async (file: Promise<number>): Promise<TestAttachment[]> => [
  { media_id: await file, description: 'media', extra_fields: { title: 'How we roast' } },
]
/** Stories go out without an alternative text. */
const bare = async (file: Promise<number>): Promise<TestAttachment[]> => [
  { media_id: await file, description: 'media', extra_fields: {} },
]
const page = (name: string) => `${stage.sandbox.url}/pages/${name}`
const linked = (...names: readonly string[]): TestAttachment[] =>
  names.map((name, index) => ({
    media_id: null,
    description: index === 0 ? 'link' : 'child-link',
    extra_fields: { link: page(name), ...(index === 1 ? { name: 'Our own name' } : {}) },
  }))
const many = (count: number, width: number, height: number) =>
  attached(...Array.from({ length: count }, () => photo(width, height)))

/** What a post of each type has; several where the network lays them out differently. */
const parts: Readonly<
  Record<PostType, (most: number, tallest: number) => readonly (() => Promise<TestAttachment[]>)[]>
> = {
  text: () => [async () => []],
  link: () => [async () => linked('trail-guide'), async () => linked('plain-page')],
  single_photo: (most, tallest) => [
    ...[() => many(1, 1200, 1080), () => many(1, 1000, tallest)],
    ...(most > 1 ? [() => many(2, 1200, 1080), () => many(most, 1000, 1250)] : []),
  ],
  multi_photo: most => [
    () => attached(photo(1000, 1250), photo(1200, 1080)),
    ...[3, 4, 5, 6, most].map(count => () => many(count, 1200, 1080)),
  ],
  media_carousel: () => [() => attached(photo(1000, 1250), film('landscape.mp4'))],
  single_video: () => [() => titled(film('landscape.mp4')), () => titled(film('portrait.mp4'))],
  multi_video: () => [() => attached(film('landscape.mp4'), film('portrait.mp4'))],
  multi_content: () => [() => attached(photo(1200, 800), film('landscape.mp4'), photo(1000, 1250))],
  animated_gif: () => [() => attached(moving())],
  link_carousel: () => [async () => linked('spring-menu', 'trail-guide', 'opening-hours')],
  photo_story: () => [() => bare(photo(1080, 1920))],
  video_story: () => [() => bare(film('portrait.mp4'))],
}

/** Where the network sets no shape, a photo is taller than it shows. */
const partsOf = (network: SocialNetwork, type: PostType) => {
  const { maxFiles = 0, imageShape } = networks[network].types[type] ?? {}
  return parts[type](maxFiles, imageShape ? 1250 : 1700)
}

const long = ' Roasted slowly by the water, on a drum that is older than all of us.'.repeat(3)
const texts = (network: SocialNetwork) => {
  const { mention } = mentioned[network]
  const isShort = networks[network].message.max < 1000
  const message = `Day ${nextNumber()}: <b>hot</b> & fresh with ${mention}, not @some.body (C#7, #1) #Harbor_1 https://example.com/a?b=1.`
  return {
    message: isShort ? message : `${message}${long}`,
    first_comment: `More by ${mention} #${nextNumber()}th${long}`,
  }
}

const brand = 'Harbor Coffee Roasters'
const accountOn = (network: SocialNetwork) =>
  accountOf(
    [
      {
        social_network: network,
        logo: null,
        name: brand,
        account_details: { ...stage.sandbox.accounts[network].details },
      },
    ],
    network,
  )

/** The preview of a post's only version, as the web application renders it. */
const preview = async (network: SocialNetwork, postId: number): Promise<PostFacts> => {
  const { data: post } = await stage.ask(creator, getPost, { params: { postId } })
  const [postSocial] = post.post_socials
  if (!postSocial) throw new Error('no version')
  const content = previewOf(postSocial)
  const client = new QueryClient()
  const { projectId } = project
  for (const { link } of content.cards) {
    const known = await stage.ask(creator, getLinkPreview, { params: { projectId }, query: { url: link } })
    client.setQueryData(linkPreviewKey(projectId, link), known.data)
  }
  const props = {
    content,
    account: accountOn(network),
    date: 'Just now',
    view: 'desktop' as const,
  }
  const value = { id: projectId, timezone: 'UTC' }
  const page = createElement(ShownProject, { value }, createElement(PostPreview, props))
  const shown = createElement(ThemeProvider, null, page)
  return factsOfPreview(renderToStaticMarkup(createElement(QueryClientProvider, { client }, shown)))
}

/** The same post in the feed, after it has been published. */
const feed = async (network: SocialNetwork, postId: number): Promise<PostFacts> => {
  const before = new Set((await stage.sandbox.posts(network)).map(({ id }) => id))
  expect((await stage.ask(creator, publishPost, { params: { postId } })).status).toBe(200)
  await stage.drive(stage.publisher())
  const [post] = (await stage.sandbox.posts(network)).filter(
    each => !before.has(each.id) && !('in_reply_to' in each),
  )
  if (!post) throw new Error('nothing was published')
  const answer = await fetch(
    `${stage.sandbox.url}/feeds/${network}/${post.account}/${encodeURIComponent(post.id)}`,
  )
  return factsOfFeed(await answer.text(), post.id)
}

const cells = socialNetworks.flatMap(network =>
  networks[network].publishes.flatMap(type =>
    partsOf(network, type).map((build, index) => ({ network, type, build, variant: index + 1 })),
  ),
)

describe('The preview shows what the feed will show', () => {
  it.each(cells)('of a $type on $network (variant $variant)', async ({ network, type, build }) => {
    const { postId } = await buildPost(stage.db, project, {
      status: 'approved',
      type,
      socials: [{ network, ...texts(network), mentions: [mentioned[network]], attachments: await build() }],
    })
    const shown = await preview(network, postId)
    expect(shown).toEqual(await feed(network, postId))
    const isStory = type.endsWith('_story')
    expect(shown.text !== '').toBe(!isStory)
    expect(shown.comment !== '').toBe(!isStory)
    expect(shown.media.length > 0).toBe(
      networks[network].types[type]?.kinds.length !== 0 && type !== 'link_carousel',
    )
  })
})
