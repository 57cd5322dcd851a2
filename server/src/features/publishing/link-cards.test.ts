import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostType, type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { getLinkPreview } from '#domain/posts/contract.ts'
import { networkCard, siteOf } from '#domain/posts/link-cards.ts'
import { publishPost } from '#domain/publishing/contract.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import type { TestPerson } from '#testing/app.ts'
import { type CardFacts, cardsInFeed } from '#testing/feed-cards.ts'
import { buildPerson, nextNumber, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { type PublishingStage, startPublishingStage } from '#testing/publishing/publishing.ts'

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

type Link = { link: string; name?: string; description?: string }

/** The cards as the preview shows them, from the call that the preview makes. */
const cardsInPreview = async (
  network: SocialNetwork,
  type: PostType,
  links: readonly Link[],
): Promise<CardFacts[]> => {
  const cards = await Promise.all(
    links.map(async ({ link, name = '', description = '' }) => {
      const { data: page } = await stage.ask(creator, getLinkPreview, {
        params: { projectId: project.projectId },
        query: { url: link },
      })
      const own = { link, name, description, picture: null }
      const card = networkCard(network, type, own, page.problem !== null && page.title === '' ? null : page)
      return card && { ...card, site: siteOf(link) }
    }),
  )
  return cards.flatMap(card =>
    card
      ? [
          {
            title: card.name,
            description: card.description,
            hasPicture: card.picture !== null,
            site: card.site,
          },
        ]
      : [],
  )
}

const publish = async (network: SocialNetwork, type: PostType, links: readonly Link[], isInText = false) => {
  const message = `Look here ${nextNumber()}:`
  const attachments = links.map((extra_fields, index) => ({
    media_id: null,
    extra_fields,
    description: index === 0 ? ('link' as const) : ('child-link' as const),
  }))
  const content = isInText ? { message: `${message} ${links[0]?.link}` } : { message, attachments }
  const { postId } = await buildPost(stage.db, project, {
    status: 'approved',
    type,
    socials: [{ network, ...content }],
  })
  expect((await stage.ask(creator, publishPost, { params: { postId } })).status).toBe(200)
  await stage.drive(stage.publisher())
  return message
}

const page = (name: string) => `${stage.sandbox.url}/pages/${name}`
const names = ['spring-menu', 'trail-guide', 'opening-hours', 'plain-page', 'moved', 'missing'] as const
const networksWith = (type: PostType) =>
  socialNetworks.filter(network => networks[network].publishes.includes(type))
const linking = networksWith('link')

describe('The card of a link is in the feed what it was in the preview', () => {
  it.each(linking.flatMap(network => names.map(name => [network, name] as const)))(
    'on %s for the page %s',
    async (network, name) => {
      const links = [{ link: page(name) }]
      const preview = await cardsInPreview(network, 'link', links)
      const message = await publish(network, 'link', links)
      expect(await cardsInFeed(stage, network, message)).toEqual(preview)
    },
  )

  it.each(linking)('on %s with a name and a description of its own', async network => {
    const links = [{ link: page('trail-guide'), name: 'Our own name', description: 'Our own words' }]
    const preview = await cardsInPreview(network, 'link', links)
    const message = await publish(network, 'link', links)
    expect(await cardsInFeed(stage, network, message)).toEqual(preview)
  })

  it.each(linking)('on %s for a link in the text of a link post', async network => {
    const links = [{ link: page('spring-menu') }]
    const preview = await cardsInPreview(network, 'link', links)
    const message = await publish(network, 'link', links, true)
    expect(await cardsInFeed(stage, network, message)).toEqual(preview)
  })

  it.each(networksWith('link_carousel'))('on %s for a carousel', async network => {
    const links = [
      { link: page('spring-menu') },
      { link: page('trail-guide'), name: 'Our own name' },
      { link: page('opening-hours'), description: 'Our own words' },
    ]
    const preview = await cardsInPreview(network, 'link_carousel', links)
    const message = await publish(network, 'link_carousel', links)
    expect(await cardsInFeed(stage, network, message)).toEqual(preview)
  })

  it.each(linking)(
    'on %s for an address in other scripts, which is shown as it was written',
    async network => {
      const links = [{ link: 'https://münchen.example/straße?q=grün', name: 'Our streets' }]
      const preview = await cardsInPreview(network, 'link', links)
      const message = await publish(network, 'link', links)
      expect(await cardsInFeed(stage, network, message)).toEqual(preview)
      if (network !== 'twitter') expect(preview).toMatchObject([{ site: 'münchen.example' }])
      const [post] = await stage.sandbox.posts(network)
      const sent = network === 'twitter' ? post?.text.slice(message.length).trim() : post?.article?.url
      const ascii = 'https://xn--mnchen-3ya.example/stra%C3%9Fe?q=gr%C3%BCn'
      expect(sent).toBe(network === 'twitter' ? links[0]?.link : ascii)
    },
  )

  it('on Twitter for the first link of a text', async () => {
    const links = [{ link: page('spring-menu') }]
    const preview = await cardsInPreview('twitter', 'text', links)
    expect(preview).toHaveLength(1)
    expect(await cardsInFeed(stage, 'twitter', await publish('twitter', 'text', links, true))).toEqual(
      preview,
    )
  })
})
