import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { removeSocialAccount } from '#domain/social-accounts/contract.ts'
import { makeKey } from '#server/config.ts'
import { useTestApp } from '#testing/app.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { buildProject, setProject, useNewCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { untilWaiting } from '#testing/waiting.ts'
import { connectAccount } from './connected-accounts.ts'
import { makeSocialAccountRoutes } from './routes.ts'

const { connectors, state } = stubConnectors()
let accountId: number

const kit = useTestApp({
  routes: makeSocialAccountRoutes(() => connectors),
  config: { TOKEN_KEY: makeKey() },
})
const cast = useNewCast(kit, { connected: [] })
beforeEach(async () => {
  accountId = await connect(cast.project.projectId)
  state.revoked.length = 0
})

const connect = (projectId: number, externalId = 'harbor') =>
  kit.db.transaction().execute(tx =>
    connectAccount(tx, kit.services, {
      projectId,
      social_network: 'facebook',
      external_id: externalId,
      name: 'Harbor',
      account_details: { fb_page_name: 'Harbor' },
      logo_url: null,
      token: 'canary',
    }),
  )
const remove = () => {
  const params = { projectId: cast.project.projectId, social: 'facebook' as const }
  return kit.ask(cast.admin, removeSocialAccount, { params })
}
const account = () =>
  kit.db.selectFrom('social_accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()

/** A cleared post that is being published through the account, with this publication status. */
const buildOnItsWay = async (status: 'queued' | 'preparing' | 'sending' | 'unknown' | 'live') => {
  const { socialIds } = await buildPost(kit.db, cast.project, {
    type: 'text',
    socials: [{ network: 'facebook', status: 'on_publishing' }],
    schedule: { date: '2026-06-20', time: '12:00' },
  })
  const { id } = await kit.db
    .insertInto('publications')
    .values({
      post_social_id: socialIds[0] ?? 0,
      project_id: cast.project.projectId,
      social_account_id: accountId,
      social_network: 'facebook',
      status,
      content_digest: 'x',
      due_at: kit.clock.now(),
      run_at: kit.clock.now(),
      prepared: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('Removing an account', () => {
  it('deletes its token, keeps its row, revokes its access and clears the master platform', async () => {
    await setProject(kit.db, cast.project.projectId, 'post-master-content-social-network-id', 'facebook')
    expect((await remove()).status).toBe(200)
    expect(await account()).toMatchObject({
      sealed_token: null,
      token_key_id: null,
      removed_at: kit.clock.now(),
    })
    expect(state.revoked).toEqual(['canary'])
    const settings = kit.db.selectFrom('project_settings').selectAll()
    expect(await settings.where('project_id', '=', cast.project.projectId).execute()).toEqual([])
    expect(await remove()).toMatchObject({ status: 404 })
  })

  it('leaves the master platform alone if it is another network', async () => {
    await setProject(kit.db, cast.project.projectId, 'post-master-content-social-network-id', 'linkedin')
    await remove()
    const settings = kit.db.selectFrom('project_settings').select('value')
    expect(await settings.where('project_id', '=', cast.project.projectId).execute()).toEqual([
      { value: 'linkedin' },
    ])
  })

  it('does not revoke the access if another project has the same account', async () => {
    const other = await buildProject(kit.db, { connected: [] })
    await connect(other.projectId)
    await remove()
    expect(state.revoked).toEqual([])
  })

  it('keeps the posts cleared for it, and counts them as at risk', async () => {
    const { socialIds } = await buildPost(kit.db, cast.project, {
      type: 'text',
      socials: [{ network: 'facebook', status: 'approved' }],
      schedule: { date: '2026-06-20', time: '12:00' },
    })
    expect((await remove()).data).toEqual({ posts_at_risk: 1 })
    const social = kit.db.selectFrom('post_socials').select('status')
    expect(await social.where('id', '=', socialIds[0] ?? 0).execute()).toEqual([{ status: 'approved' }])
  })

  it.each(['sending', 'unknown'] as const)('is refused while a post is %s', async status => {
    await buildOnItsWay(status)
    expect(await remove()).toMatchObject({ status: 409, code: 'being_published' })
    expect((await account()).removed_at).toBeNull()
  })

  it.each(['queued', 'preparing', 'live'] as const)('is allowed while a post is %s', async status => {
    await buildOnItsWay(status)
    expect((await remove()).status).toBe(200)
  })

  it('waits for a post that is about to be sent, and is then refused', async () => {
    const publicationId = await buildOnItsWay('preparing')
    let removal: ReturnType<typeof remove> | undefined
    await kit.db.transaction().execute(async tx => {
      await sql`select 1 from publications where id = ${publicationId} for update`.execute(tx)
      removal = remove()
      await untilWaiting(kit, 1)
      await tx
        .updateTable('publications')
        .set({ status: 'sending', sending_at: kit.clock.now() })
        .where('id', '=', publicationId)
        .execute()
    })
    expect(await removal).toMatchObject({ status: 409, code: 'being_published' })
  })

  it('sees a post that was released and sent while it waited for the account', async () => {
    let removal: ReturnType<typeof remove> | undefined
    await kit.db.transaction().execute(async tx => {
      await sql`select 1 from social_accounts where id = ${accountId} for share`.execute(tx)
      removal = remove()
      await untilWaiting(kit, 1)
      await buildOnItsWay('sending')
    })
    expect(await removal).toMatchObject({ status: 409, code: 'being_published' })
    expect((await account()).removed_at).toBeNull()
  })

  it('brings the row and its history back when the same account is connected again', async () => {
    await buildOnItsWay('live')
    await remove()
    expect(await connect(cast.project.projectId)).toBe(accountId)
    expect((await account()).removed_at).toBeNull()
    expect(await connect(cast.project.projectId)).toBe(accountId)
    await remove()
    expect(await connect(cast.project.projectId, 'another')).not.toBe(accountId)
  })
})
