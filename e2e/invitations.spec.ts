import { confirmEmail, getMe } from '#domain/accounts/contract.ts'
import { refuseInvitation, sendProjectInvitation } from '#domain/team/contract.ts'
import { expect, test } from './fixtures.ts'
import { demoPerson, demoProject, givenNewcomer, givenProject } from './given.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { linkIn, mailTo } from './pages/mailbox.ts'

/** Somebody new who has confirmed their address, as invitations in the app need. */
const givenConfirmed = async (galley: Parameters<typeof mailTo>[0]) => {
  const guest = await givenNewcomer()
  const confirmation = linkIn(await mailTo(galley, guest.email, /confirm/i), '/confirm-email')
  await guest.call(confirmEmail, { body: { token: new URL(confirmation).searchParams.get('token') ?? '' } })
  return guest
}

test('invitations of a strange agency are refused or accepted in the app, and the project and the agency are left again', async ({
  openAs,
  galley,
}) => {
  const [admin, guest] = await Promise.all([demoPerson('agency-admin'), givenConfirmed(galley)])
  const name = `Harbor ${uniqueWord()}`
  const project = await givenProject({ name })
  const invite = () =>
    admin.call(sendProjectInvitation, {
      body: { project_id: project, name: 'Grace', email: guest.email, role: 'external-approver' },
    })
  await invite()
  const page = await openAs(guest, {}, '/invitations')
  await test.step('refused in the app', async () => {
    await expect(page.getByRole('listitem')).toContainText(name)
    await expectAccessible(page)
    await page.getByRole('button', { name: `Refuse the invitation to ${name}` }).click()
    await expect(page.getByText(`You refused the invitation to ${name}`)).toBeVisible()
    await expect(page.getByText('No invitation waits for you')).toBeVisible()
  })
  const acceptAgain = async () => {
    await invite()
    await page.goto('/invitations')
    await page.getByRole('button', { name: `Accept the invitation to ${name}` }).click()
    await expect(page.getByText(`You are now in ${name}`)).toBeVisible()
  }
  const leave = async (what: RegExp) => {
    await page.getByRole('button', { name: 'Back to your projects' }).click()
    await expect(page).toHaveURL(new RegExp(`/${project}/calendar-approval`))
    await page
      .getByRole('button', { name: /^User menu/ })
      .filter({ visible: true })
      .first()
      .click()
    await page.getByRole('button', { name: 'Leave…' }).click()
    await expect(page.getByRole('dialog', { name: 'What do you want to leave?' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: what }).click()
    await expect(page).not.toHaveURL(new RegExp(`/${project}/`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
  await test.step('accepted', async () => {
    await acceptAgain()
    await expectAccessible(page)
  })
  await test.step('the project is left', () => leave(new RegExp(`^Leave ${name}$`)))
  await test.step('the agency is left', async () => {
    await acceptAgain()
    await leave(/and all its projects$/)
    expect((await guest.call(getMe, {})).projects).toEqual([])
  })
})

test('who refused everything of an agency that they did not know allows it again', async ({
  openAs,
  galley,
}) => {
  const [admin, guest] = await Promise.all([demoPerson('agency-admin'), givenConfirmed(galley)])
  const invite = () =>
    admin.call(sendProjectInvitation, {
      body: { project_id: demoProject, name: 'Grace', email: guest.email, role: 'external-approver' },
    })
  await invite()
  const refusal = linkIn(await mailTo(galley, guest.email, /invites you/), '/refuse-invitation')
  const body = { token: new URL(refusal).searchParams.get('token') ?? '', is_unknown: true }
  await guest.call(refuseInvitation, { body })
  await invite()
  const page = await openAs(guest, {}, '/invitations')
  await expect(page.getByRole('heading', { name: 'Agencies you do not know' })).toBeVisible()
  await expect(page.getByText('No invitation waits for you')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Allow .* to invite you again$/ }).click()
  await expect(page.getByRole('heading', { name: 'Agencies you do not know' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Accept the invitation to/ })).toBeVisible()
})

test('who does not know the agency that invites them ends it with a press, without an account', async ({
  page,
  galley,
}) => {
  const admin = await demoPerson('agency-admin')
  const email = `stranger.${uniqueWord()}@newcomers.example`
  await admin.call(sendProjectInvitation, {
    body: { project_id: demoProject, name: 'Stranger', email, role: 'external-approver' },
  })
  const mail = await mailTo(galley, email, /invites you/)
  await page.goto(linkIn(mail, '/refuse-invitation'))
  await expect(page.getByRole('heading', { name: 'You do not know this agency?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Refuse all invitations' }).click()
  await expect(page.getByRole('heading', { name: 'You get no more invitations from them' })).toBeVisible()
  await page.goto(linkIn(mail, '/signup'))
  await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible()
})
