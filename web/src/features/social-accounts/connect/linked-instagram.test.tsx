import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { networks } from '#domain/networks/network.ts'
import type { PageChoice } from '#domain/social-accounts/model.ts'
import { buildAccount } from '../../../../testing/build-project.ts'
import { type Call, openScreen } from '../../../../testing/fake-project-server.tsx'
import { ConnectScreen } from './connect-screen.tsx'

/** The permissions that the login was asked for, and whether the person gave them. */
let asked: readonly string[] = []

beforeEach(() => {
  asked = []
  window.FB = {
    init: () => undefined,
    login: (done, options) => {
      asked = 'scope' in options ? options.scope.split(',') : []
      done({ status: 'connected', authResponse: { accessToken: 'short' } })
    },
  }
})
afterEach(() => {
  delete window.FB
  sessionStorage.clear()
})

const pageOf = (id: string, fb_page_id: string, lacks: string[] = []): PageChoice => ({
  id,
  name: `Page ${id}`,
  logo: null,
  lacks,
  fb_page_id,
})
const pages = [pageOf('100', '100'), pageOf('200', '200')]

type World = {
  readonly config_ids?: readonly [string | null, string | null]
  readonly hasInstagram?: boolean
  readonly accounts?: readonly PageChoice[] | { status: number; code: string; message: string }
  readonly connecting?: { status: number; code: string; message: string }
}

const open = ({ config_ids = [null, null], hasInstagram = false, accounts = [], connecting }: World) => {
  const optionsOf = (network: 'facebook' | 'instagram', scopes: string[], config_id: string | null) => ({
    social_network: network,
    is_configured: true,
    way: 'browser',
    sdk: { url: 'https://facebook.example', app_id: '1', version: 'v23.0', scopes, config_id },
    callback_url: null,
  })
  const health = { health: 'works', reason: null, is_master: false, expires_at: null, last_checked_at: null }
  const connected = { ...buildAccount('instagram'), ...health, connected_by: null }
  const answers: Record<string, object> = {
    'GET /projects/3/social-accounts': {
      data: Object.keys(networks).map(social_network => ({
        social_network,
        account:
          hasInstagram && social_network === 'instagram'
            ? { ...connected, connected_at: '2026-11-21T10:00:00.000Z' }
            : null,
        posts_at_risk: 0,
      })),
    },
    'GET /projects/3/social-accounts/connect-options': {
      data: [
        optionsOf('facebook', ['pages_show_list', 'pages_manage_posts'], config_ids[0]),
        optionsOf('instagram', ['instagram_basic', 'pages_show_list'], config_ids[1]),
      ],
    },
    'POST /projects/3/facebook/pages': { data: { project_social: null, pages } },
    'POST /projects/3/instagram/pages': Array.isArray(accounts)
      ? { data: { project_social: null, pages: accounts } }
      : accounts,
    'POST /projects/facebook/pages': { data: buildAccount('facebook') },
    'POST /projects/instagram/pages': connecting ?? { data: buildAccount('instagram') },
  }
  const answer = ({ method, path }: Call) => answers[`${method} ${path}`] ?? null
  return openScreen(() => <ConnectScreen network="facebook" isReconnect={false} from="wizard" />, { answer })
}
const offer = () => screen.queryByRole('checkbox', { name: 'Connect the page’s Instagram account as well' })
const logIn = () => screen.findByRole('button', { name: 'Log in with Facebook' })
const wizard = '/create-project/4?project=3'

test('one login and one choice connect a page and the Instagram account that is linked to it', async () => {
  const { user, sent, address } = await open({ accounts: [pageOf('900', '200')] })
  await user.click(await logIn())
  expect(asked).toEqual(['pages_show_list', 'pages_manage_posts', 'instagram_basic'])
  await user.click(
    await screen.findByRole('radio', { name: /Page 200.*With the Instagram account Page 900/ }),
  )
  expect(screen.getByRole('radio', { name: /Page 100.*No Instagram account is linked to it/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await waitFor(() => expect(address()).toBe(wizard))
  expect(await screen.findByText('Facebook and Instagram connected')).toBeTruthy()
  expect(sent('POST').slice(-2)).toMatchObject([
    { path: '/projects/facebook/pages', body: { project_id: 3, page_id: '200' } },
    { path: '/projects/instagram/pages', body: { project_id: 3, page_id: '900' } },
  ])
})

test('a page without an Instagram account is connected alone', async () => {
  const { user, sent, address } = await open({
    accounts: { status: 422, code: 'EMPTY_RESPONSE', message: 'No Instagram accounts found...' },
  })
  await user.click(await logIn())
  await user.click(await screen.findByRole('radio', { name: /Page 100/ }))
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await waitFor(() => expect(address()).toBe(wizard))
  expect(await screen.findByText('Facebook connected')).toBeTruthy()
  expect(sent('POST').map(({ path }) => path)).not.toContain('/projects/instagram/pages')
})

test('an account that lacks a permission, or is refused, does not keep the page back, and both are said', async () => {
  const { user, address } = await open({
    accounts: [pageOf('800', '100', ['instagram_basic']), pageOf('900', '200')],
    connecting: { status: 409, code: 'other_account_connected', message: 'Harbor is connected already.' },
  })
  await user.click(await logIn())
  expect(await screen.findByText(/Without its Instagram account.*instagram_basic/)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /Page 200/ }))
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await waitFor(() => expect(address()).toBe(wizard))
  expect(await screen.findByText('Facebook connected')).toBeTruthy()
  expect(await screen.findByText('Harbor is connected already.')).toBeTruthy()
})

test('a person who unticks it logs in for the page alone', async () => {
  const { user, sent } = await open({ accounts: [pageOf('900', '200')] })
  await logIn()
  await user.click(offer() as HTMLElement)
  await user.click(await logIn())
  await screen.findByRole('radio', { name: 'Page 200' })
  expect(asked).toEqual(['pages_show_list', 'pages_manage_posts'])
  expect(sent('POST').map(({ path }) => path)).toEqual(['/projects/3/facebook/pages'])
})

test.each<[string, World]>([
  ['the project has an Instagram account', { hasInstagram: true }],
  ['Instagram has a login configuration of its own', { config_ids: ['1', '2'] }],
])('it is not offered where %s', async (_why, world) => {
  await open(world)
  await logIn()
  expect(offer()).toBeNull()
})
