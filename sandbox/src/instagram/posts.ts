import { createHash } from 'node:crypto'
import { contentDigest } from '../media.ts'
import type { GraphCall } from '../meta/call.ts'
import { missingParameter } from '../meta/errors.ts'
import { parseFields, pick } from '../meta/fields.ts'
import { graphList, readSlice } from '../meta/paging.ts'
import { graphTroubles, refuseWhenReadBackIsDown } from '../meta/troubles.ts'
import type { Container, Post } from '../model.ts'
import { publish } from '../publish.ts'
import type { Answer } from '../sandbox.ts'
import { ownAccount } from './account.ts'
import { statusOf } from './containers.ts'
import { instagramFaults, refuse } from './faults.ts'
import { mediaNode } from './nodes.ts'

const quota = { quota_total: 100, quota_duration: 86_400 }

/** Step three of three, the irreversible one. */
export function publishContainer(call: GraphCall): Promise<Answer> {
  ownAccount(call)
  const { sandbox, account } = call
  if (!call.params.creation_id) throw missingParameter('creation_id')
  const container = readyContainer(call)
  sandbox.store.put('container', { ...container, attempted_at: sandbox.now() })
  return publish(sandbox, {
    network: 'instagram',
    account: account.id,
    troubles: graphTroubles(sandbox),
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
  if (!container || container.account !== account.id) return refuse(instagramFaults.containerNotFound)
  const status = statusOf(container, sandbox.now())
  if (status === 'EXPIRED') refuse(instagramFaults.containerExpired)
  if (status !== 'FINISHED') refuse(instagramFaults.notReady)
  if (usedQuota(call) >= quota.quota_total) refuse(instagramFaults.quotaUsed)
  return container
}

function storePost({ sandbox }: GraphCall, container: Container): Post {
  const { account, caption, media, alt_text } = container
  const photo = sandbox.store.get('media', media)
  const id = sandbox.ids.instagramMedia()
  const post: Post = {
    id,
    network: 'instagram',
    account,
    created_at: sandbox.now(),
    text: caption,
    source: caption,
    media: [{ media, ...(alt_text && { alt_text }) }],
    content_digest: contentDigest(caption, photo ? [photo] : []),
    shortcode: createHash('sha256').update(id).digest('base64url').slice(0, 11),
  }
  sandbox.store.put('post', post)
  sandbox.store.put('container', { ...container, published_as: id })
  if (photo) sandbox.store.put('media', { ...photo, used_by: id })
  return post
}

function usedQuota({ sandbox, account }: GraphCall): number {
  const since = sandbox.now() - quota.quota_duration * 1000
  return sandbox.store.count('post', { network: 'instagram', account: account.id, since })
}

/** How much of the day's publishing is used up. */
export function readPublishingLimit(call: GraphCall): Answer {
  ownAccount(call)
  const value = { config: quota, quota_usage: usedQuota(call) }
  return { status: 200, body: { data: [pick(value, parseFields(call.params.fields ?? 'quota_usage'))] } }
}

/** The account's media, newest first. */
export function listMedia(call: GraphCall): Answer {
  ownAccount(call)
  refuseWhenReadBackIsDown(call.sandbox, 'instagram', call.account.id)
  const slice = readSlice(call.params)
  const mine = {
    network: 'instagram' as const,
    account: call.account.id,
    since: slice.since,
    until: slice.until,
  }
  const fields = parseFields(call.params.fields ?? 'id')
  const posts = call.sandbox.store.list('post', { ...mine, limit: slice.limit, offset: slice.offset })
  const data = posts.map(post => pick(mediaNode(call.sandbox, post), fields))
  return { status: 200, body: graphList(call, data, slice, call.sandbox.store.count('post', mine)) }
}
