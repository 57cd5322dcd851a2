import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failures } from '#domain/kernel/failure.ts'
import { buildAccount } from '../../../../testing/build-project.ts'
import { type Call, type FakeServer, openScreen } from '../../../../testing/fake-project-server.tsx'
import { rememberConnectOrigin } from './connect-origin.ts'
import { LinkedinReturnScreen, TwitterReturnScreen } from './return-screens.tsx'

afterEach(() => sessionStorage.clear())

const accounts = '/3/settings/social-accounts'
const nothingBrought = failures.connection_expired.message
const answering =
  (path: string, answer: NonNullable<ReturnType<FakeServer['answer']>>) =>
  ({ method, path: request }: Call) =>
    method === 'POST' && request === path ? answer : null

test.each([
  ['LinkedIn’s', () => <LinkedinReturnScreen />],
  ['Twitter’s', () => <TwitterReturnScreen />],
])('%s return without parameters says so and makes no request', async (_whose, page) => {
  const { sent } = await openScreen(page)
  expect((await screen.findByRole('alert')).textContent).toContain(nothingBrought)
  expect(sent('POST')).toEqual([])
})

test('a refusal at LinkedIn is reported on the project’s accounts page', async () => {
  const { address } = await openScreen(
    () => <LinkedinReturnScreen state="s" error="user_cancelled_authorize" />,
    { answer: answering('/projects/linkedin/denial', { data: { project_id: 3 } }) },
  )
  await waitFor(() => expect(address()).toBe(accounts))
  expect(await screen.findByText('LinkedIn was not connected: access was not given.')).toBeTruthy()
})

test('a problem of the app at LinkedIn shows the account error that names the administrator', async () => {
  const { address, user } = await openScreen(
    () => <LinkedinReturnScreen state="s" error="unauthorized_scope_error" />,
    { answer: answering('/projects/linkedin/denial', { data: { project_id: 3 } }) },
  )
  const dialog = await screen.findByRole('dialog', { name: 'Account error' })
  expect(dialog.textContent).toContain('Something went wrong, please verify your social media settings')
  expect(dialog.textContent).toContain('unauthorized_scope_error')
  await user.click(screen.getByRole('link', { name: 'Go to settings' }))
  await waitFor(() => expect(address()).toBe(accounts))
})

test('a failed return leads back to the accounts it started from', async () => {
  rememberConnectOrigin({ projectId: 3, page: 'settings', network: 'linkedin' })
  const message = 'There seems to be a problem with your social media settings'
  const { address, user } = await openScreen(() => <LinkedinReturnScreen code="c" state="s" />, {
    answer: answering('/projects/linkedin/authorization', {
      status: 422,
      code: 'connection_refused',
      message,
    }),
  })
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  await user.click(screen.getByRole('link', { name: 'Back to social accounts page' }))
  await waitFor(() => expect(address()).toBe(accounts))
})

test('an organization is connected once, however often Connect is clicked', async () => {
  const pages = [{ organization: '9', organizationName: 'Harbor Coffee', logo: null, lacks: [] }]
  const answers: Record<string, object> = {
    '/projects/linkedin/authorization': { project_social: null, pages, project_id: 3 },
    '/projects/linkedin/pages': buildAccount('linkedin'),
  }
  const { address, sent, user } = await openScreen(() => <LinkedinReturnScreen code="c" state="s" />, {
    answer: ({ path }) => (answers[path] ? { data: answers[path] } : null),
  })
  await user.click(await screen.findByRole('radio', { name: /Harbor Coffee/ }))
  const connect = screen.getByRole('button', { name: 'Connect' })
  fireEvent.click(connect)
  fireEvent.click(connect)
  await waitFor(() => expect(address()).toBe(accounts))
  const chosen = sent('POST').filter(({ path }) => path === '/projects/linkedin/pages')
  expect(chosen.map(({ body }) => body)).toEqual([{ project_id: 3, organization: '9' }])
})

test('an organization can be chosen, or the choice left', async () => {
  const pages = [{ organization: '9', organizationName: 'Harbor Coffee', logo: null, lacks: [] }]
  const found = { project_social: null, pages, project_id: 3 }
  const { address, user } = await openScreen(() => <LinkedinReturnScreen code="c" state="s" />, {
    answer: answering('/projects/linkedin/authorization', { data: found }),
  })
  const connect = await screen.findByRole('button', { name: 'Connect' })
  expect(connect).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('link', { name: 'Back to social accounts page' }))
  await waitFor(() => expect(address()).toBe(accounts))
})

test('the organization that has the project’s name is chosen at first, unless it lacks a permission', async () => {
  const page = (organization: string, organizationName: string, lacks: string[] = []) => ({
    organization,
    organizationName,
    lacks,
    logo: null,
  })
  const open = (pages: object[]) =>
    openScreen(() => <LinkedinReturnScreen code="c" state={String(pages.length)} />, {
      answer: answering('/projects/linkedin/authorization', {
        data: { project_social: null, pages, project_id: 3 },
      }),
    })
  await open([page('9', 'Tidal'), page('10', 'harbor')])
  expect(await screen.findByRole('radio', { name: 'harbor', checked: true })).toBeTruthy()
  cleanup()
  await open([page('9', 'Tidal'), page('10', 'Harbor', ['w_organization_social']), page('11', 'Reef')])
  expect(await screen.findByRole('radio', { name: /^Harbor/, checked: false })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Connect' })).toHaveProperty('disabled', true)
})

const wizard = '/create-project/4?project=3'

test.each([
  [
    'LinkedIn’s refusal',
    () => <LinkedinReturnScreen state="s" error="user_cancelled_authorize" />,
    answering('/projects/linkedin/denial', { data: { project_id: 3 } }),
  ],
  [
    'LinkedIn’s only organization',
    () => <LinkedinReturnScreen code="c" state="s" />,
    answering('/projects/linkedin/authorization', {
      data: { project_social: buildAccount('linkedin'), pages: [], project_id: 3 },
    }),
  ],
  [
    'Twitter’s refusal',
    () => <TwitterReturnScreen denied="t" />,
    answering('/projects/twitter/denial', { data: { projectId: 3 } }),
  ],
  [
    'Twitter’s account',
    () => <TwitterReturnScreen oauth_token="t" oauth_verifier="v" />,
    answering('/projects/twitter/access-token', {
      data: { projectId: 3, project_social: buildAccount('twitter') },
    }),
  ],
])('%s leads back to step 4 of the wizard that the person left', async (_what, page, answer) => {
  rememberConnectOrigin({ projectId: 3, page: 'wizard', network: 'linkedin' })
  const { address } = await openScreen(page, { answer })
  await waitFor(() => expect(address()).toBe(wizard))
})

test('a choice that is left leads back to step 4 of the wizard', async () => {
  rememberConnectOrigin({ projectId: 3, page: 'wizard', network: 'linkedin' })
  const pages = [{ organization: '9', organizationName: 'Harbor Coffee', logo: null, lacks: [] }]
  const { address, user } = await openScreen(() => <LinkedinReturnScreen code="c" state="s" />, {
    answer: answering('/projects/linkedin/authorization', {
      data: { project_social: null, pages, project_id: 3 },
    }),
  })
  await user.click(await screen.findByRole('link', { name: 'Back to social accounts page' }))
  await waitFor(() => expect(address()).toBe(wizard))
})

test('another project’s wizard is not where a return leads', async () => {
  rememberConnectOrigin({ projectId: 8, page: 'wizard', network: 'linkedin' })
  const { address } = await openScreen(() => <TwitterReturnScreen denied="t" />, {
    answer: answering('/projects/twitter/denial', { data: { projectId: 3 } }),
  })
  await waitFor(() => expect(address()).toBe(accounts))
})

test('a reconnected account leads back to the post that the person left for it', async () => {
  rememberConnectOrigin({ projectId: 3, page: 'post-12', network: 'twitter' })
  const { address } = await openScreen(() => <TwitterReturnScreen oauth_token="t" oauth_verifier="v" />, {
    answer: answering('/projects/twitter/access-token', {
      data: { projectId: 3, project_social: buildAccount('twitter') },
    }),
  })
  await waitFor(() => expect(address()).toBe('/3/manage-post/twitter?postId=12'))
})
