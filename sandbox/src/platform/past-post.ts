import { z } from 'zod'
import { createIds, shortcodeOf } from './ids.ts'
import { contentDigest, inspectPicture, storePicture } from './media.ts'
import { networks, type Post, type SocialNetwork } from './model.ts'
import type { Sandbox } from './sandbox.ts'

/** A post that was published before the sandbox was started, so that demo data's live posts are on the feeds. */
export const pastPost = z.strictObject({
  network: z.enum(networks),
  account: z.string(),
  text: z.string(),
  /** Base64. */
  photo: z.string().optional(),
  published_at: z.iso.datetime().transform(text => Date.parse(text)),
})

/** Stores the post, only once however often it is sent. Null if there is no such account. */
export async function storePastPost(
  sandbox: Sandbox,
  { network, account, text, photo, published_at }: z.output<typeof pastPost>,
): Promise<Post | null> {
  if (sandbox.store.get('account', account)?.network !== network) return null
  const { id, mediaId, shortcode } = idsOf(network, account, published_at)
  const known = sandbox.store.get('post', id)
  if (known) return known
  const picture = photo === undefined ? undefined : await inspectPicture(Buffer.from(photo, 'base64'))
  const media = picture ? [storePicture(sandbox, { id: mediaId, network, account, picture })] : []
  for (const each of media) sandbox.store.put('media', { ...each, used_by: id })
  const post: Post = {
    id,
    network,
    account,
    created_at: published_at,
    text,
    source: text,
    media: media.map(each => ({ media: each.id })),
    content_digest: contentDigest(text, media),
    ...(shortcode && { shortcode }),
  }
  sandbox.store.put('post', post)
  return post
}

type PostIds = { id: string; mediaId: string; shortcode?: string }

/** In each network's form, and always the same for the same account and time. */
function idsOf(network: SocialNetwork, account: string, time: number): PostIds {
  const ids = createIds(() => time)
  const forms: Record<SocialNetwork, () => PostIds> = {
    facebook: () => ({ id: `${account}_${ids.facebook()}`, mediaId: ids.facebook() }),
    instagram: () => {
      const id = ids.instagramMedia()
      return { id, mediaId: ids.instagramContainer(), shortcode: shortcodeOf(id) }
    },
    linkedin: () => ({
      id: `urn:li:share:${ids.linkedin()}`,
      mediaId: `urn:li:image:${ids.linkedinImage()}`,
    }),
    twitter: () => ({ id: ids.twitter(), mediaId: ids.twitter() }),
  }
  return forms[network]()
}
