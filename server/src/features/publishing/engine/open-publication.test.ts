import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { readDigests } from '#server/features/posts/content.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import type { NetworkAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter, Outcome } from '#server/networks/network-adapter.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { useTestApp } from '#testing/app.ts'
import { buildProject, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { quickTimings } from '#testing/publishing/publishing.ts'
import { attemptPublication } from './attempt.ts'
import { openPublication, readAccountIds } from './open-publication.ts'
import { makePublisher } from './publisher.ts'

const kit = useTestApp({ routes: [], config: { TOKEN_KEY: randomBytes(32).toString('hex') } })

const lost: Outcome = { kind: 'unknown', response: 'lost' }
const refused: Outcome = { kind: 'rejected', reason: 'rejected', mayBeOurs: false, response: 'no' }
let sent: string[]
let looked: string[]
let answer: Outcome
/** What the network's answer to the irreversible call names. */
let named: Record<string, string>
beforeEach(() => {
  named = {}
  sent = []
  looked = []
  answer = lost
})
/** A network that stores an id for each upload, and whose account cannot be read. */
const network: NetworkAdapter = {
  prepare: async ({ account, prepared, savePrepared }) => {
    if (!prepared.upload) await savePrepared({ upload: `of ${account.externalId}` })
    return { kind: 'ready' }
  },
  send: async ({ account, content, prepared, savePrepared }) => {
    if (named.taken) await savePrepared(named)
    sent.push(`${content.message} on ${account.externalId} with the upload ${prepared.upload}`)
    return answer
  },
  lookUp: async ({ account, content }) => {
    looked.push(`${content.message} on ${account.externalId}`)
    return { kind: 'cannot_tell', response: 'dark' }
  },
  findPermalink: async () => null,
  addFirstComment: async () => ({ kind: 'not_added', response: 'no' }),
}
const networks: NetworkAdapters = {
  facebook: network,
  instagram: network,
  linkedin: network,
  twitter: network,
}

const connect = ({ projectId }: TestProject, externalId: string): Promise<number> =>
  kit.db.transaction().execute(tx =>
    connectAccount(tx, kit.services, {
      projectId,
      social_network: 'facebook',
      name: externalId,
      external_id: externalId,
      account_details: {},
      logo_url: null,
      token: 'token',
    }),
  )

const build = async (message: string) => {
  const project = await buildProject(kit.db, { connected: [] })
  await connect(project, 'page one')
  const socials = [{ network: 'facebook', message } as const]
  const built = await buildPost(kit.db, project, { status: 'approved', type: 'text', socials })
  return { project, socialId: built.socialIds[0] ?? 0 }
}

/** Publishes it with its present text, to the end. @returns why it failed */
const publish = async (project: TestProject, socialId: number, isForced = false) => {
  const publicationId = await kit.db.transaction().execute(async tx => {
    const digest = (await readDigests(tx, [socialId])).get(socialId) ?? ''
    await tx.updateTable('post_socials').set({ cleared_digest: digest }).where('id', '=', socialId).execute()
    const social = await tx
      .selectFrom('post_socials')
      .selectAll()
      .where('id', '=', socialId)
      .executeTakeFirstOrThrow()
    const now = await databaseNow(tx)
    const accountId = (await readAccountIds(tx, project.projectId)).get('facebook') ?? null
    await openPublication(tx, {
      social,
      digest,
      now,
      accountId,
      isForced,
      event: 'publishing_started',
      startedBy: null,
      dueAt: now,
    })
    const rows = tx.selectFrom('publications').select('id').where('post_social_id', '=', socialId)
    return (await rows.orderBy('id', 'desc').executeTakeFirstOrThrow()).id
  })
  const publisher = makePublisher(kit.services, {
    networks,
    timings: { ...quickTimings, giveUpAfterMs: 100 },
  })
  for (;;) {
    await attemptPublication(publisher, publicationId)
    const row = await kit.db
      .selectFrom('publications')
      .selectAll()
      .where('id', '=', publicationId)
      .executeTakeFirstOrThrow()
    if (row.status === 'failed') return row.failure_reason
    await sleep(10)
  }
}

const edit = (socialId: number, message: string) =>
  kit.db.updateTable('post_socials').set({ message }).where('id', '=', socialId).execute()

it('What the answer to the irreversible call names is kept for the look-up', async () => {
  const { project, socialId } = await build('First')
  named = { taken: 'yes' }
  expect(await publish(project, socialId)).toBe('unconfirmed')
  const { prepared } = await kit.db
    .selectFrom('publications')
    .select('prepared')
    .where('post_social_id', '=', socialId)
    .executeTakeFirstOrThrow()
  expect(prepared).toMatchObject({ taken: 'yes' })
  expect(sent).toHaveLength(1)
})

it('A text that may be on the network is looked up, even if another text was tried in between', async () => {
  const { project, socialId } = await build('First')
  expect(await publish(project, socialId)).toBe('unconfirmed')
  await edit(socialId, 'Second')
  answer = refused
  expect(await publish(project, socialId)).toBe('rejected')
  await edit(socialId, 'First')
  sent = []
  expect(await publish(project, socialId)).toBe('unconfirmed')
  expect(sent).toEqual([])
})

it('A post that may be on another account is not sent to this one, unless a person insists, and then with its own uploads', async () => {
  const { project, socialId } = await build('Moved')
  expect(await publish(project, socialId)).toBe('unconfirmed')
  await kit.db
    .updateTable('social_accounts')
    .set({ removed_at: new Date() })
    .where('project_id', '=', project.projectId)
    .execute()
  await connect(project, 'page two')
  sent = []
  // It was approved for page one; somebody who has read that publishes it again.
  expect(await publish(project, socialId)).toBe('other_account')
  expect(await publish(project, socialId)).toBe('unconfirmed')
  expect(sent).toEqual([])
  answer = refused
  looked = []
  expect(await publish(project, socialId, true)).toBe('rejected')
  expect(sent).toEqual(['Moved on page two with the upload of page two'])
  // The network has nothing of it that could be found.
  expect(looked).toEqual([])
})
