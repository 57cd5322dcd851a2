import { describe, expect, it } from 'vitest'
import { getLinkedinAuthorizationLink } from '#domain/social-accounts/contract.ts'
import { useConnections } from '#testing/openings/connections.ts'

const { kit, cast, inProject, beginLinkedin } = useConnections()

describe('LinkedIn', () => {
  it('stores only a hash of the state', async () => {
    const sent = await beginLinkedin()
    const rows = await kit.db.selectFrom('pending_connections').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(sent)
  })

  it.each([
    'https://evil.example/linkedin/callback',
    'http://127.0.0.1:4500/twitter/callback',
    'http://127.0.0.1:4500/linkedin/callback?next=https://evil.example',
    'http://127.0.0.1:4500@evil.example/linkedin/callback',
    'http://127.0.0.1:4501/linkedin/callback',
    'javascript:alert(1)',
  ])('refuses the callback %s', async callback_url => {
    const query = { callback_url }
    const answer = await kit.ask(cast.admin, getLinkedinAuthorizationLink, { ...inProject(), query })
    expect(answer.status).toBe(422)
  })

  it('can be opened under either name of this machine', async () => {
    const query = { callback_url: 'http://localhost:4500/linkedin/callback' }
    const answer = await kit.ask(cast.admin, getLinkedinAuthorizationLink, { ...inProject(), query })
    expect(answer.status).toBe(200)
  })
})
