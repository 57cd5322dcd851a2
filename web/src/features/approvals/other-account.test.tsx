import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Role } from '#domain/permissions/table.ts'
import type { ProjectSocial } from '#domain/social-accounts/model.ts'
import { queryKeys } from '#web/platform/query.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { buildPost, buildPostSocial } from '../../../testing/build-post.ts'
import { buildAccount, buildMe, buildOwnProject, buildProject } from '../../../testing/build-project.ts'
import { answer, serve } from '../../../testing/fake-server.ts'
import { InRouter } from '../../../testing/in-router.tsx'
import { renderAs } from '../../../testing/render-as.tsx'
import { OtherAccounts } from './other-account.tsx'

afterEach(() => vi.restoreAllMocks())

const bakery = buildAccount('facebook', { id: 8, name: 'Bluebird Bakery' })
const social = buildPostSocial({ id: 1, status: 'approved', approved_for: 'Bluebird Café' })
const call = 'POST /api/posts/publish/account/1'

const open = async (role: Role, socials: ProjectSocial[] = [bakery]) => {
  const own = buildOwnProject(role)
  const confirmed = buildPost([buildPostSocial({ id: 1, status: 'approved' })])
  const calls = serve({
    'GET /api/projects/3': () => answer(200, buildProject(role, { socials })),
    [call]: () => answer(200, confirmed),
  })
  const client = renderAs(
    buildMe({ projects: [own] }),
    <InRouter>
      <ShownProject value={own}>
        <OtherAccounts socials={[social, buildPostSocial({ id: 2, social_network: 'linkedin' })]} />
      </ShownProject>
    </InRouter>,
  )
  const alert = await screen.findByRole('alert')
  return {
    client,
    alert,
    sent: () => calls.filter(({ address }) => address === call).map(({ body }) => body),
  }
}
const buttonsIn = (alert: HTMLElement) =>
  [...within(alert).queryAllByRole('button'), ...within(alert).queryAllByRole('link')].map(
    ({ textContent }) => textContent,
  )

it('An admin reads which account it was approved for, and confirms the one that is connected now', async () => {
  const { alert, sent, client } = await open('agency-admin')
  expect(alert.textContent).toContain('Facebook: approved for another account')
  expect(alert.textContent).toContain(
    'It was approved for Bluebird Café, and Bluebird Bakery is connected now.',
  )
  expect(buttonsIn(alert)).toEqual(['Confirm for Bluebird Bakery', 'Confirm all posts', 'Change the account'])
  expect(within(alert).getByRole('link').getAttribute('href')).toBe('/3/settings/social-accounts')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm for Bluebird Bakery' }))
  await vi.waitFor(() => expect(sent()).toEqual([{ social_account_id: 8, with_others: false }]))
  expect(client.getQueryData(queryKeys.post(3, 10))).toBeDefined()
})

it('All posts of the network are confirmed after a question', async () => {
  const { sent } = await open('agency-admin')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm all posts' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Confirm all posts for Bluebird Bakery?')
  expect(sent()).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm all' }))
  await vi.waitFor(() => expect(sent()).toEqual([{ social_account_id: 8, with_others: true }]))
})

it.each<Role>(['content-creator', 'external-approver'])(
  'A person who may not publish (%s) reads who can help',
  async role => {
    const { alert } = await open(role)
    expect(alert.textContent).toContain('unless somebody who may publish confirms it')
    expect(buttonsIn(alert)).toEqual([])
  },
)

it('Where no account is connected there is nothing to confirm', async () => {
  const { alert } = await open('agency-admin', [])
  expect(alert.textContent).toContain('It was approved for Bluebird Café, which is not connected any more.')
  expect(buttonsIn(alert)).toEqual(['Change the account'])
})
