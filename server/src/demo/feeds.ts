import { z } from 'zod'
import type { SocialNetwork } from '#domain/networks/model.ts'

type PastPost = {
  readonly network: SocialNetwork
  /** The account's id on its network. */
  readonly account: string
  readonly text: string
  /** A JPEG. */
  readonly photo: Buffer | null
  readonly published_at: Date
}
type PublishedPost = { readonly external_id: string; readonly permalink: string }
/** Puts a post on its account's public feed as if it had been published then. */
export type PublishInPast = (post: PastPost) => Promise<PublishedPost>

const answer = z.object({ id: z.string(), permalink: z.string() })

/** @throws when the sandbox does not take the post */
export const publishInPastOn =
  (sandboxUrl: string): PublishInPast =>
  async ({ photo, ...post }) => {
    const body = { ...post, ...(photo && { photo: photo.toString('base64') }) }
    const response = await fetch(`${sandboxUrl}/sandbox/past-posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`The sandbox answered ${response.status} to a demo post`)
    const { id, permalink } = answer.parse(await response.json())
    return { external_id: id, permalink }
  }
