import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import {
  connectFacebookPage,
  connectInstagramPage,
  connectLinkedinOrganization,
  connectTwitter,
  denyTwitter,
  getLinkedinAuthorizationLink,
  getTwitterAuthorizationLink,
  listConnectOptions,
  listFacebookPages,
  listInstagramPages,
  listLinkedinOrganizations,
  listSocialAccounts,
  removeSocialAccount,
} from '#domain/social-accounts/contract.ts'
import { makeKey } from '#server/config.ts'
import { startTestSandbox, type TestSandbox } from '#server/networks/testing.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { accountHealthChecker, checkAccount } from '../check-account.ts'
import { socialAccountRoutes } from '../routes.ts'
import { connectorsOf } from './connectors.ts'

const people = {
  meta: { dana: '10158273645091827', noah: '10159384756102938' },
  linkedin: { dana: '8k9Tq8P41c', noah: '3f7Zb2Q90m' },
}
let sandbox: TestSandbox
let kit: TestApp
let cast: Cast

beforeAll(async () => {
  sandbox = await startTestSandbox()
  kit = await startTestApp({
    routes: socialAccountRoutes,
    // The sandbox networks use the real time.
    now: new Date(),
    config: { TOKEN_KEY: makeKey(), sandboxUrl: sandbox.url },
  })
  cast = await buildCast(kit.db, { connected: [] })
})
afterAll(async () => {
  await kit.close()
  await sandbox.close()
})

const inProject = () => ({ params: { projectId: cast.project.projectId } })
const project_id = () => cast.project.projectId

/** What Facebook's script gives to the page, for the scopes that the product requests. */
const logInWithScript = async (network: 'facebook' | 'instagram', person: string): Promise<string> => {
  const { data } = await kit.ask(cast.admin, listConnectOptions, inProject())
  const sdk = data.find(option => option.social_network === network)?.sdk
  const form = { client_id: sdk?.app_id ?? '', scope: sdk?.scopes.join(',') ?? '', person, declined: '' }
  const body = new URLSearchParams({ ...form, origin: kit.services.config.publicUrl })
  const page = await fetch(`${sandbox.settings.graphUrl}/dialog/oauth`, { method: 'POST', body })
  return (await page.text()).match(/"accessToken":"(\w+)"/)?.[1] ?? ''
}

/** Does what a person does on a network's own page. @returns the URL it leads to */
const decide = async (address: string, choice: Record<string, string>): Promise<URLSearchParams> => {
  const page = await (await fetch(address)).text()
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  const form = Object.fromEntries(
    hidden.map(([, name, value]) => [name, value?.replaceAll('&amp;', '&') ?? '']),
  )
  const action = page.match(/<form method="post" action="([^"]+)"/)?.[1] ?? ''
  const body = new URLSearchParams({ ...form, ...choice })
  const sent = await fetch(sandbox.url + action, { method: 'POST', body, redirect: 'manual' })
  return new URL(sent.headers.get('location') ?? 'nowhere:').searchParams
}

/** The connected account works, according to its network. */
const expectWorking = async (network: SocialNetwork, name: string) => {
  const row = await kit.db
    .selectFrom('social_accounts')
    .select('id')
    .where('project_id', '=', project_id())
    .where('social_network', '=', network)
    .executeTakeFirstOrThrow()
  await kit.db.updateTable('social_accounts').set({ checked_at: null }).where('id', '=', row.id).execute()
  await checkAccount(accountHealthChecker(kit.services), row.id)
  const { data } = await kit.ask(cast.admin, listSocialAccounts, inProject())
  const account = data.find(one => one.social_network === network)?.account
  expect(account).toMatchObject({ name, health: 'works', needs_reconnecting: false })
  expect(account?.last_checked_at).not.toBeNull()
}

describe('Connecting through the sandbox', () => {
  it('connects a Facebook page', async () => {
    const token = await logInWithScript('facebook', people.meta.dana)
    const found = await kit.ask(cast.admin, listFacebookPages, { ...inProject(), body: { token } })
    expect(found.data.pages.map(({ name, lacks }) => [name, lacks])).toEqual([
      ['Harbor Coffee Roasters', []],
      ['Northwind Outdoors', []],
      ['Juniper Bakery', []],
    ])
    const body = { project_id: project_id(), page_id: found.data.pages[0]?.id ?? '' }
    expect((await kit.ask(cast.admin, connectFacebookPage, { body })).status).toBe(200)
    await expectWorking('facebook', 'Harbor Coffee Roasters')
  })

  it('connects an Instagram account that belongs to a page', async () => {
    const token = await logInWithScript('instagram', people.meta.dana)
    const found = await kit.ask(cast.admin, listInstagramPages, { ...inProject(), body: { token } })
    expect(found.data.pages).toHaveLength(2)
    const [page] = found.data.pages
    const body = { project_id: project_id(), page_id: page?.id ?? '' }
    expect((await kit.ask(cast.admin, connectInstagramPage, { body })).status).toBe(200)
    await expectWorking('instagram', page?.name ?? '')
  })

  it('connects a LinkedIn organization', async () => {
    const query = { callback_url: `${kit.services.config.publicUrl}/linkedin/callback` }
    const { data } = await kit.ask(cast.admin, getLinkedinAuthorizationLink, { ...inProject(), query })
    const back = await decide(data.authorization_link, { person: people.linkedin.dana })
    const answer = { code: back.get('code') ?? '', state: back.get('state') ?? '' }
    const found = await kit.ask(cast.admin, listLinkedinOrganizations, { body: answer })
    const [organization] = found.data.pages
    const body = { project_id: project_id(), organization: organization?.organization ?? '' }
    expect((await kit.ask(cast.admin, connectLinkedinOrganization, { body })).status).toBe(200)
    await expectWorking('linkedin', organization?.organizationName ?? '')
  })

  it('connects a Twitter account', async () => {
    const query = { callback_url: `${kit.services.config.publicUrl}/twitter/callback` }
    const { data } = await kit.ask(cast.admin, getTwitterAuthorizationLink, { ...inProject(), query })
    const back = await decide(data.authorization_link, { person: sandbox.accounts.twitter.externalId })
    const body = {
      oauth_token: back.get('oauth_token') ?? '',
      oauth_verifier: back.get('oauth_verifier') ?? '',
    }
    expect((await kit.ask(cast.admin, connectTwitter, { body })).status).toBe(200)
    await expectWorking('twitter', 'Harbor Coffee Roasters')
  })

  it('removes the account again and revokes its access', async () => {
    const row = await kit.db
      .selectFrom('social_accounts')
      .selectAll()
      .where('project_id', '=', project_id())
      .where('social_network', '=', 'twitter')
      .executeTakeFirstOrThrow()
    const place = { projectId: row.project_id, network: 'twitter', externalId: row.external_id }
    const seal = makeSeal(kit.services.config)
    const token = seal.open(place, row.sealed_token ?? Buffer.alloc(0), row.token_key_id ?? '')
    const account = { externalId: row.external_id, details: row.account_details, token }
    const params = { projectId: project_id(), social: 'twitter' as const }
    expect((await kit.ask(cast.admin, removeSocialAccount, { params })).status).toBe(200)
    const { twitter } = connectorsOf(kit.services.config)
    await expect.poll(async () => (await twitter.check(account)).kind).toBe('reconnect_needed')
  })
})

describe('Connecting without success', () => {
  it('finds nothing for a person who administers no page', async () => {
    cast = await buildCast(kit.db, { connected: [] })
    for (const [network, endpoint] of [
      ['facebook', listFacebookPages],
      ['instagram', listInstagramPages],
    ] as const) {
      const token = await logInWithScript(network, people.meta.noah)
      const answer = await kit.ask(cast.admin, endpoint, { ...inProject(), body: { token } })
      expect(answer).toMatchObject({ status: 422, code: 'EMPTY_RESPONSE' })
    }
    const query = { callback_url: `${kit.services.config.publicUrl}/linkedin/callback` }
    const { data } = await kit.ask(cast.admin, getLinkedinAuthorizationLink, { ...inProject(), query })
    const back = await decide(data.authorization_link, { person: people.linkedin.noah })
    const body = { code: back.get('code') ?? '', state: back.get('state') ?? '' }
    expect(await kit.ask(cast.admin, listLinkedinOrganizations, { body })).toMatchObject({
      code: 'EMPTY_RESPONSE',
    })
  })

  it('leads back to the project when the person declines at Twitter', async () => {
    const query = { callback_url: `${kit.services.config.publicUrl}/twitter/callback` }
    const { data } = await kit.ask(cast.admin, getTwitterAuthorizationLink, { ...inProject(), query })
    const back = await decide(data.authorization_link, { decision: 'deny' })
    const body = { oauth_token: back.get('denied') ?? '' }
    expect((await kit.ask(cast.admin, denyTwitter, { body })).data).toEqual({ projectId: project_id() })
  })

  it('reports a token that the network refuses in the fixed wording', async () => {
    const body = { token: 'invented' }
    const answer = await kit.ask(cast.admin, listFacebookPages, { ...inProject(), body })
    expect(answer).toMatchObject({ status: 422, code: 'connection_refused' })
    expect(answer.message).toContain('There seems to be a problem with your social media settings')
  })
})
