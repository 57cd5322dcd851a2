import sharp from 'sharp'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { NetworkAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter } from '#server/networks/network-adapter.ts'
import type { SandboxPost } from '#server/networks/testing.ts'
import { type Colour, traits } from '../approvals/approved.ts'
import type { Seen, SeenFile, SeenPost } from './oracle.ts'
import type { PublishingStage } from './publishing.ts'

/** What a network has at the start of a run. Only one run at a time uses a network, so everything that appears later comes from it. */
export type Before = { readonly commentsOf: ReadonlyMap<string, number> }

export const readBefore = async ({ sandbox }: PublishingStage, network: SocialNetwork): Promise<Before> => ({
  commentsOf: new Map((await sandbox.posts(network)).map(({ id, comments }) => [id, comments.length])),
})

/** The adapters, recording in `sends` when each irreversible call of the network started, unless it was certainly not applied. */
export const keepSends = (real: NetworkAdapters, network: SocialNetwork, sends: Date[]): NetworkAdapters => ({
  ...real,
  [network]: {
    ...real[network],
    send: async task => {
      const at = new Date()
      let isApplied = true
      try {
        const outcome = await real[network].send(task)
        isApplied = outcome.kind !== 'not_sent'
        return outcome
      } finally {
        if (isApplied) sends.push(at)
      }
    },
  } satisfies NetworkAdapter,
})

/** What has appeared on the network since then; `faults` are those of this run, and are removed. */
export const readSeen = async (
  { sandbox }: PublishingStage,
  network: SocialNetwork,
  before: Before,
  sends: readonly Date[],
): Promise<Seen> => {
  const posts = await sandbox.posts(network)
  const faults = (await sandbox.faults()).filter(fault => fault.network === network)
  for (const { id } of faults) await sandbox.removeFault(id)
  const isOld = ({ id }: SandboxPost) => before.commentsOf.has(id)
  return {
    posts: await Promise.all(
      posts
        .filter(post => !isOld(post))
        .map(post => toSeenPost(post, new Date(sandbox.ourTimeOf(post.created_at)))),
    ),
    strayComments: posts
      .filter(isOld)
      .flatMap(({ id, comments }) => comments.slice(before.commentsOf.get(id)).map(({ text }) => text)),
    sends,
    hits: faults.filter(({ hits }) => hits > 0).map(({ fault }) => fault),
  }
}

const toSeenPost = async (post: SandboxPost, at: Date): Promise<SeenPost> => ({
  id: post.id,
  text: post.text,
  accountId: post.account,
  at,
  files: await Promise.all(post.media.map(file => toSeenFile(file, post.network))),
  links: (post.cards ?? (post.article ? [post.article] : [])).map(({ url }) => url),
  comments: post.comments.map(({ text }) => text),
  isStory: post.story_until !== undefined,
})

const toSeenFile = async (
  { kind, url, sha256, alt_text }: SandboxPost['media'][number],
  network: SocialNetwork,
): Promise<SeenFile> => ({
  kind,
  sha256,
  altText: alt_text ?? '',
  // The other networks get every photo unchanged.
  colour: kind === 'image' && traits[network].takesOnlyJpeg ? await colourOf(url) : null,
})

const colourOf = async (url: string): Promise<Colour> => {
  const response = await fetch(url)
  const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats()
  const [r = 0, g = 0, b = 0] = channels.map(({ mean }) => mean)
  return [r, g, b]
}
