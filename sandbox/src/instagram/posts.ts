import type { GraphCall } from '../meta/call.ts'
import { missingParameter } from '../meta/errors.ts'
import { graphFailures } from '../meta/faults.ts'
import { pick, readFields } from '../meta/fields.ts'
import { shortcodeOf } from '../platform/ids.ts'
import { contentDigest } from '../platform/media.ts'
import type { Container, Post } from '../platform/model.ts'
import { publish } from '../platform/publish.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import { requireOwnAccount } from './account.ts'
import { statusOf } from './container-status.ts'
import { instagramFaults, refuse } from './errors.ts'

const quotaTotal = 100
const quotaSeconds = 86_400
export const storyLifeMs = 24 * 3_600_000

/** Step three of three, the irreversible one. */
export function publishContainer(call: GraphCall): Promise<HttpReply> {
  requireOwnAccount(call, 'instagram_content_publish')
  const { sandbox, account } = call
  if (!call.params.creation_id) throw missingParameter('creation_id')
  const container = readyContainer(call)
  sandbox.store.put('container', { ...container, attempted_at: sandbox.now() })
  return publish(sandbox, {
    network: 'instagram',
    account: account.id,
    failures: graphFailures(sandbox),
    check: () => readyContainer(call),
    store: () => {
      const post = storePost(call, readyContainer(call))
      return { post, answer: { status: 200, body: { id: post.id } } }
    },
  })
}

function readyContainer(call: GraphCall): Container {
  const { sandbox, account, params } = call
  const container = sandbox.store.get('container', params.creation_id ?? '')
  // A carousel item cannot be published on its own.
  if (container?.account !== account.id || container.becomes === 'item')
    return refuse(instagramFaults.containerNotFound)
  const status = statusOf(container, sandbox.now())
  if (status === 'EXPIRED') refuse(instagramFaults.containerExpired)
  if (status !== 'FINISHED') refuse(instagramFaults.notReady)
  if (usedQuota(call) >= quotaOf(call).quota_total) refuse(instagramFaults.quotaUsed)
  return container
}

function storePost({ sandbox }: GraphCall, container: Container): Post {
  const { store } = sandbox
  const { account, caption, shown, becomes } = container
  const media = shown.flatMap(each => store.get('media', each.media) ?? [])
  const id = sandbox.ids.instagramMedia()
  const now = sandbox.now()
  const post: Post = {
    id,
    network: 'instagram',
    account,
    created_at: now,
    text: caption,
    source: caption,
    media: shown,
    content_digest: contentDigest(caption, media),
    shortcode: shortcodeOf(id),
    ...(becomes === 'story' && { story_until: now + storyLifeMs }),
  }
  store.put('post', post)
  store.put('container', { ...container, published_as: id })
  for (const each of media) store.put('media', { ...each, used_by: id })
  return post
}

function usedQuota({ sandbox, account }: GraphCall): number {
  const since = sandbox.now() - quotaSeconds * 1000
  return sandbox.store.count('post', { network: 'instagram', account: account.id, since })
}

export function quotaOf({ account }: GraphCall) {
  return { quota_total: account.publishing_quota ?? quotaTotal, quota_duration: quotaSeconds }
}

/** How much of the daily publishing quota is used. */
export function readPublishingLimit(call: GraphCall): HttpReply {
  requireOwnAccount(call, 'instagram_content_publish')
  const value = { config: quotaOf(call), quota_usage: usedQuota(call) }
  const fields = readFields(call.params.fields ?? 'quota_usage', 'IGPublishingLimit')
  return { status: 200, body: { data: [pick(value, fields)] } }
}
