import { expect, it } from 'vitest'
import { connectTwitter, denyTwitter, getTwitterAuthorizationLink } from '#domain/social-accounts/contract.ts'
import { makeKey } from '#server/config.ts'
import { useTestApp } from '#testing/app.ts'
import { billedConfig, buildSubscription, daysFromNow } from '#testing/billing/subscriptions.ts'
import { buildChoice, stubConnectors } from '#testing/connectors.ts'
import { buildCast } from '#testing/people.ts'
import { makeSocialAccountRoutes } from '../routes.ts'

const { connectors, state } = stubConnectors()
const kit = useTestApp({
  routes: makeSocialAccountRoutes(() => connectors),
  config: { TOKEN_KEY: makeKey(), ...billedConfig },
})

it('A connection that was begun before the agency became read-only is not finished after it, but can be denied', async () => {
  const { admin, project } = await buildCast(kit.db, { connected: [] })
  const params = { projectId: project.projectId }
  const query = { callback_url: `${kit.services.config.publicUrl}/twitter/callback` }
  const begin = async () => {
    const { data } = await kit.ask(admin, getTwitterAuthorizationLink, { params, query })
    return new URL(data.authorization_link).searchParams.get('oauth_token') ?? ''
  }
  const [token, denied] = [await begin(), await begin()]
  await buildSubscription(kit.db, project.agencyId, { status: 'past_due', past_due_since: daysFromNow(-14) })
  state.choices = [buildChoice('twitter', '300')]
  const body = { oauth_token: token, oauth_verifier: 'canary-verifier' }
  expect(await kit.ask(admin, connectTwitter, { body })).toMatchObject({
    status: 402,
    code: 'subscription_read_only',
  })
  const connected = kit.db.selectFrom('social_accounts').select('id')
  expect(await connected.where('project_id', '=', project.projectId).execute()).toEqual([])
  expect((await kit.ask(admin, denyTwitter, { body: { oauth_token: denied } })).status).toBe(200)
})
