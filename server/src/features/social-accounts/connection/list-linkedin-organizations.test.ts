import { describe, expect, it } from 'vitest'
import {
  connectTwitter,
  denyLinkedin,
  listLinkedinOrganizationsViaGet,
} from '#domain/social-accounts/contract.ts'
import { useConnections } from '#testing/openings/connections.ts'
import { buildPerson } from '#testing/people.ts'

const { kit, cast, state, accounts, beginLinkedin, returnFromLinkedin } = useConnections()

describe('LinkedIn', () => {
  const expired = { status: 409, code: 'connection_expired' }

  it('accepts a state once, even when several requests arrive together', async () => {
    const sent = await beginLinkedin()
    const answers = await Promise.all([
      returnFromLinkedin(sent),
      returnFromLinkedin(sent),
      returnFromLinkedin(sent),
    ])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409, 409])
    expect(state.calls).toEqual(['exchange canary-code'])
    const query = { code: 'canary-code', state: sent }
    expect(await kit.ask(cast.admin, listLinkedinOrganizationsViaGet, { query })).toMatchObject(expired)
  })

  it('refuses a wrong or expired state and one of another session or network, without spending the code', async () => {
    const sent = await beginLinkedin()
    const colleague = await buildPerson(kit.db, cast.project, 'agency-admin')
    expect(await returnFromLinkedin('wrong')).toMatchObject(expired)
    expect(await returnFromLinkedin(sent, colleague)).toMatchObject(expired)
    expect(await returnFromLinkedin(sent, cast.stranger)).toMatchObject(expired)
    const body = { oauth_token: sent, oauth_verifier: 'v' }
    expect(await kit.ask(cast.admin, connectTwitter, { body })).toMatchObject(expired)
    await kit.db.updateTable('pending_connections').set({ expires_at: kit.clock.now() }).execute()
    expect(await returnFromLinkedin(sent)).toMatchObject(expired)
    expect(state.calls).toEqual([])
    expect(await accounts()).toEqual([])
  })

  it('refuses the state of someone who may no longer connect accounts', async () => {
    const member = await buildPerson(kit.db, cast.project, 'agency-admin')
    const sent = await beginLinkedin(member)
    await kit.db.deleteFrom('agency_admins').where('user_id', '=', member.userId).execute()
    expect(await returnFromLinkedin(sent, member)).toMatchObject(expired)
    expect(state.calls).toEqual([])
  })

  it('does not accept a state again after the network refused the code', async () => {
    const sent = await beginLinkedin()
    state.refused = { kind: 'refused', reason: 'invalid', response: 'no' }
    expect(await returnFromLinkedin(sent)).toMatchObject({ status: 422, code: 'connection_refused' })
    state.refused = null
    expect(await returnFromLinkedin(sent)).toMatchObject(expired)
  })

  it('ends a denied attempt and says which project it was for', async () => {
    const sent = await beginLinkedin()
    const denied = await kit.ask(cast.admin, denyLinkedin, { body: { state: sent } })
    expect(denied.data).toEqual({ project_id: cast.project.projectId })
    expect(await returnFromLinkedin(sent)).toMatchObject(expired)
  })
})
