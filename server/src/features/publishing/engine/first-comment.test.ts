import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { publishPost, retryFirstComment } from '#domain/publishing/contract.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import type { FirstComment, LookUpResult, NetworkAdapter } from '#server/networks/network-adapter.ts'
import { useTestApp } from '#testing/app.ts'
import { recordingNetworks } from '#testing/networks.ts'
import { nextNumber, useNewCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { afterLookUps, quickTimings, readPublications } from '#testing/publishing/publishing.ts'
import { publishingRoutes } from '../routes.ts'
import { attemptPublication } from './attempt.ts'
import { makePublisher, type Publisher } from './publisher.ts'

const kit = useTestApp({
  routes: publishingRoutes,
  config: { TOKEN_KEY: randomBytes(32).toString('hex') },
  now: new Date(),
})
const cast = useNewCast(kit, { connected: [] })
beforeEach(async () => {
  await kit.db.transaction().execute(tx =>
    connectAccount(tx, kit.services, {
      projectId: cast.project.projectId,
      social_network: 'facebook',
      name: 'Page',
      external_id: 'page',
      account_details: {},
      logo_url: null,
      token: 'secret-token',
    }),
  )
})

const added: FirstComment = { kind: 'added', externalId: 'c1' }
const lost: FirstComment = { kind: 'unknown', response: 'lost' }
const present: LookUpResult = { kind: 'present', externalId: 'c1', permalink: null }
const absent: LookUpResult = { kind: 'absent' }
const dark: LookUpResult = { kind: 'cannot_tell', response: 'dark' }

/** A network that answers comments, look-ups and permalink requests from these lists; the last answer repeats. */
const scripted = (script: {
  comments: FirstComment[]
  looks?: LookUpResult[]
  permalinks?: (string | null)[]
  timings?: Partial<Publisher['timings']>
}) => {
  const calls = { comments: 0, looks: 0, permalinks: 0 }
  const take = <T>(list: readonly T[], index: number): T => list[Math.min(index, list.length - 1)] as T
  const { networks } = recordingNetworks()
  const facebook: NetworkAdapter = {
    ...networks.facebook,
    addFirstComment: async () => take(script.comments, calls.comments++),
    findPermalink: async () => take(script.permalinks ?? ['https://x.test/1'], calls.permalinks++),
    ...(script.looks ? { findFirstComment: async () => take(script.looks ?? [], calls.looks++) } : {}),
  }
  const { send } = facebook
  const withoutLink: NetworkAdapter['send'] = async delivery => {
    const outcome = await send(delivery)
    return outcome.kind === 'published' ? { ...outcome, permalink: null } : outcome
  }
  const publisher = makePublisher(kit.services, {
    networks: { ...networks, facebook: { ...facebook, send: withoutLink } },
    timings: { ...quickTimings, permalinkMs: [20, 20, 20], ...script.timings },
  })
  return { publisher, calls }
}

const open = async (first_comment = 'More in the shop') => {
  const message = `Commented ${nextNumber()}`
  const socials = [{ network: 'facebook' as const, message, first_comment, status: 'approved' as const }]
  const { postId, socialIds } = await buildPost(kit.db, cast.project, { type: 'text', socials })
  await kit.ask(cast.admin, publishPost, { params: { postId } })
  const { id } = await kit.db
    .selectFrom('publications')
    .select('id')
    .where('post_social_id', 'in', socialIds)
    .executeTakeFirstOrThrow()
  return { id, socialId: socialIds[0] ?? 0 }
}

const stateOf = async (id: number) => {
  const { post_social_id } = await kit.db
    .selectFrom('publications')
    .select('post_social_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const publication = (await readPublications(kit.db, post_social_id)).find(row => row.id === id)
  if (!publication) throw new Error(`no publication ${id}`)
  const social = await kit.db
    .selectFrom('post_socials')
    .selectAll()
    .where('id', '=', publication.post_social_id)
    .executeTakeFirstOrThrow()
  return { publication, social }
}

/** Follows it up until nothing is left to do. */
const settle = async (publisher: Publisher, id: number) => {
  for (let turn = 0; turn < 200; turn++) {
    await attemptPublication(publisher, id)
    const state = await stateOf(id)
    if (state.publication.status === 'live' && !state.publication.followUp?.run_at) return state
    await sleep(10)
  }
  throw new Error('never settled')
}
/** Sends it, and follows it up when its look-up has lasted as long as one does. */
const settleLater = async (publisher: Publisher, id: number) => {
  await attemptPublication(publisher, id)
  return settle(afterLookUps(publisher), id)
}
const eventsOf = async (socialId: number) =>
  (
    await kit.db
      .selectFrom('events')
      .select('type')
      .where('post_social_id', '=', socialId)
      .orderBy('id')
      .execute()
  ).map(event => event.type)

describe('The first comment', () => {
  it('is added once the post is live, and its status says so', async () => {
    const { publisher, calls } = scripted({ comments: [added] })
    const { id, socialId } = await open()
    const { publication, social } = await settle(publisher, id)
    expect(publication).toMatchObject({ followUp: { comment: 'added', comment_id: 'c1' } })
    expect(social).toMatchObject({ status: 'live', first_comment_status: 'added' })
    expect(calls.comments).toBe(1)
    expect(await eventsOf(socialId)).toContain('post_social.first_comment_added')
  })

  it('has the status "none" if nobody wrote one', async () => {
    const { publisher, calls } = scripted({ comments: [added] })
    const { id } = await open('')
    expect((await settle(publisher, id)).social.first_comment_status).toBe('none')
    expect(calls.comments).toBe(0)
  })

  it('fails when the network refuses it, while the post stays live; tokens are not stored', async () => {
    const { publisher, calls } = scripted({
      comments: [{ kind: 'not_added', response: 'HTTP 403 for secret-token' }],
    })
    const { id, socialId } = await open()
    expect((await settle(publisher, id)).social).toMatchObject({
      status: 'live',
      failure_reason: null,
      first_comment_status: 'failed',
      first_comment_response: 'HTTP 403 for [redacted]',
    })
    expect(calls.comments).toBe(1)
    expect(await eventsOf(socialId)).toContain('post_social.first_comment_failed')
  })

  it('is retried when it was certainly not applied', async () => {
    const { publisher, calls } = scripted({
      comments: [{ kind: 'not_sent', retryAfterMs: null, response: 'busy' }, added],
    })
    const { id } = await open()
    expect((await settle(publisher, id)).social.first_comment_status).toBe('added')
    expect(calls.comments).toBe(2)
  })

  it('fails when it could not be added within an hour', async () => {
    const { publisher } = scripted({
      comments: [{ kind: 'not_sent', retryAfterMs: null, response: 'busy' }],
      timings: { windowMs: 1_500 },
    })
    const { id } = await open()
    expect((await settle(publisher, id)).social).toMatchObject({
      first_comment_status: 'failed',
      first_comment_response: 'busy',
    })
  })

  it('is looked up after a lost answer, and not repeated when it is there', async () => {
    const { publisher, calls } = scripted({ comments: [lost], looks: [dark, present] })
    const { id } = await open()
    expect((await settle(publisher, id)).social.first_comment_status).toBe('added')
    expect(calls).toMatchObject({ comments: 1, looks: 2 })
  })

  it('is repeated once when it is absent twice, and never a third time', async () => {
    const { publisher, calls } = scripted({ comments: [lost], looks: [absent] })
    const { id } = await open()
    const { social } = await settle(publisher, id)
    expect(calls.comments).toBe(2)
    expect(social.first_comment_status).toBe('failed')
    expect(social.first_comment_response).toContain('not certain')
  })

  it('is not repeated if the network cannot be checked', async () => {
    const { publisher, calls } = scripted({ comments: [lost], looks: [dark] })
    const { id } = await open()
    expect((await settleLater(publisher, id)).social.first_comment_status).toBe('failed')
    expect(calls).toMatchObject({ comments: 1, looks: 1 })
    const blind = scripted({ comments: [lost] })
    const other = await open()
    expect((await settleLater(blind.publisher, other.id)).social.first_comment_status).toBe('failed')
    expect(blind.calls.comments).toBe(1)
  })

  it('is added by another worker when the first died after the post went live', async () => {
    const { publisher, calls } = scripted({ comments: [added] })
    const { id } = await open()
    const dying = makePublisher(kit.services, {
      ...publisher,
      networks: {
        ...publisher.networks,
        facebook: { ...publisher.networks.facebook, addFirstComment: () => new Promise(() => undefined) },
      },
    })
    void attemptPublication(dying, id)
    const isSent = async () => (await stateOf(id)).publication.followUp?.comment_sent_at != null
    await expect.poll(isSent).toBe(true)
    // It is unknown whether the dead worker's call arrived, so it is looked up.
    const looking = scripted({ comments: [added], looks: [absent] })
    await kit.db
      .updateTable('publications')
      .set({ lease_until: new Date(0) })
      .where('id', '=', id)
      .execute()
    expect((await settle(looking.publisher, id)).social.first_comment_status).toBe('added')
    expect(looking.calls).toMatchObject({ comments: 1 })
    expect(looking.calls.looks).toBeGreaterThan(1)
    expect(calls.comments).toBe(0)
  })

  it('is added by another worker when the first died between going live and the comment', async () => {
    const { publisher, calls } = scripted({ comments: [added] })
    const { id } = await open()
    const dying = makePublisher(kit.services, { ...publisher, seal: { ...publisher.seal } })
    let opened = 0
    dying.seal.open = (...args) => {
      opened += 1
      if (opened > 1) throw new Error('the process is gone')
      return publisher.seal.open(...args)
    }
    await attemptPublication(dying, id)
    expect(await stateOf(id)).toMatchObject({
      social: { status: 'live', first_comment_status: 'pending' },
      publication: { followUp: { comment: 'pending', comment_sent_at: null } },
    })
    expect((await settle(publisher, id)).social.first_comment_status).toBe('added')
    expect(calls.comments).toBe(1)
  })

  it('is added once even if eight workers handle it', async () => {
    const { publisher, calls } = scripted({ comments: [added] })
    const { id } = await open()
    await attemptPublication(
      makePublisher(kit.services, {
        ...publisher,
        networks: {
          ...publisher.networks,
          facebook: {
            ...publisher.networks.facebook,
            addFirstComment: async () => ({ kind: 'not_sent', retryAfterMs: null, response: 'later' }),
          },
        },
      }),
      id,
    )
    await kit.db
      .updateTable('publication_follow_ups')
      .set({ run_at: new Date(0) })
      .where('publication_id', '=', id)
      .execute()
    await Promise.all(Array.from({ length: 8 }, () => attemptPublication(publisher, id)))
    expect((await settle(publisher, id)).social.first_comment_status).toBe('added')
    expect(calls.comments).toBe(1)
  })
})

describe('The permalink of a live post', () => {
  it('is requested again a few times when it could not be read', async () => {
    const { publisher, calls } = scripted({ comments: [added], permalinks: [null, null, 'https://x.test/9'] })
    const { id } = await open()
    expect((await settle(publisher, id)).social.permalink).toBe('https://x.test/9')
    expect(calls.comments).toBe(1)
    const never = scripted({ comments: [added], permalinks: [null] })
    const other = await open()
    expect((await settle(never.publisher, other.id)).social).toMatchObject({
      status: 'live',
      permalink: null,
    })
    // Immediately with the follow-up, then after each wait of the list.
    expect(never.calls.permalinks).toBe(5)
  })
})

describe('Retrying the first comment', () => {
  const refused = async () => {
    const { publisher } = scripted({ comments: [{ kind: 'not_added', response: 'HTTP 403' }] })
    const { id, socialId } = await open()
    await settle(publisher, id)
    return { id, socialId, params: { params: { postSocialId: socialId } } }
  }

  it('adds it, and only once however often it is clicked', async () => {
    const { id, params } = await refused()
    const answers = await Promise.all([1, 2].map(() => kit.ask(cast.admin, retryFirstComment, params)))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
    const answer = answers.find(({ status }) => status === 200)
    expect(answer?.data.post_socials[0]).toMatchObject({ status: 'live', first_comment_status: 'pending' })
    const { publisher, calls } = scripted({ comments: [added] })
    expect((await settle(publisher, id)).social).toMatchObject({
      first_comment_status: 'added',
      first_comment_response: null,
    })
    expect(calls.comments).toBe(1)
  })

  it('looks it up first if the answer to the earlier call was lost', async () => {
    const first = scripted({ comments: [lost], looks: [dark] })
    const { id, socialId } = await open()
    await settleLater(first.publisher, id)
    await kit.ask(cast.admin, retryFirstComment, { params: { postSocialId: socialId } })
    const second = scripted({ comments: [added], looks: [present] })
    expect((await settle(second.publisher, id)).social.first_comment_status).toBe('added')
    expect(second.calls.comments).toBe(0)
  })

  it('is allowed only for people who may publish in this project', async () => {
    const { params } = await refused()
    expect((await kit.ask(cast.creator, retryFirstComment, params)).status).toBe(403)
    expect((await kit.ask(cast.external, retryFirstComment, params)).status).toBe(403)
    expect((await kit.ask(cast.stranger, retryFirstComment, params)).status).toBe(404)
  })

  it('is refused if no comment has failed, and if the account is gone', async () => {
    const { publisher } = scripted({ comments: [added] })
    const { id, socialId } = await open()
    await settle(publisher, id)
    const params = { params: { postSocialId: socialId } }
    expect(await kit.ask(cast.admin, retryFirstComment, params)).toMatchObject({ code: 'illegal_transition' })
    const other = await refused()
    await kit.db.updateTable('social_accounts').set({ removed_at: new Date() }).execute()
    expect(await kit.ask(cast.admin, retryFirstComment, other.params)).toMatchObject({
      status: 422,
      code: 'network_not_connected',
    })
  })
})
