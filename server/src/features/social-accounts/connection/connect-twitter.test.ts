import { describe, expect, it } from 'vitest'
import {
  connectTwitter,
  denyTwitter,
  denyTwitterViaGet,
  getTwitterAuthorizationLink,
} from '#domain/social-accounts/contract.ts'
import { buildChoice } from '#testing/connectors.ts'
import { useConnections } from '#testing/openings/connections.ts'

const { kit, cast, state, inProject, accounts, callback } = useConnections()

describe('Twitter', () => {
  const begin = async () => {
    const query = { callback_url: callback('twitter') }
    const { data } = await kit.ask(cast.admin, getTwitterAuthorizationLink, { ...inProject(), query })
    return new URL(data.authorization_link).searchParams.get('oauth_token') ?? ''
  }
  const finish = (token: string) =>
    kit.ask(cast.admin, connectTwitter, { body: { oauth_token: token, oauth_verifier: 'canary-verifier' } })

  it('connects with a request token and verifier, completed by the secret saved on the server', async () => {
    state.choices = [buildChoice('twitter', '300')]
    const token = await begin()
    const answer = await finish(token)
    expect(answer.data).toMatchObject({
      projectId: cast.project.projectId,
      project_social: { social_network: 'twitter', account_details: { screen_name: 'Page 300' } },
    })
    expect(state.calls[0]).toMatch(/^finish canary-hidden-\d+ canary-verifier$/)
    expect(await finish(token)).toMatchObject({ status: 409, code: 'connection_expired' })
  })

  it('reports a denial through either call, and says which project it was for', async () => {
    const [one, two] = [await begin(), await begin()]
    const project = { projectId: cast.project.projectId }
    expect((await kit.ask(cast.admin, denyTwitterViaGet, { params: { oauthToken: one } })).data).toEqual(
      project,
    )
    expect((await kit.ask(cast.admin, denyTwitter, { body: { oauth_token: two } })).data).toEqual(project)
    for (const token of [one, two])
      expect(await finish(token)).toMatchObject({ status: 409, code: 'connection_expired' })
    expect(await accounts()).toEqual([])
  })

  it('refuses a different account, and renews the connected one', async () => {
    state.choices = [buildChoice('twitter', '300')]
    await finish(await begin())
    expect((await finish(await begin())).status).toBe(200)
    state.choices = [buildChoice('twitter', '301')]
    expect(await finish(await begin())).toMatchObject({ status: 409, code: 'other_account_connected' })
    expect((await accounts()).map(row => row.external_id)).toEqual(['300'])
  })
})
