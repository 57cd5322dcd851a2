import type { APIRequestContext } from '@playwright/test'
import { addDays } from '#domain/kernel/days.ts'
import { DEMO_PASSWORD, demoLogins } from '#server/demo/people.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { cardOf } from './pages/calendar.ts'
import { today } from './time.ts'

// In the demo's other project, where no journey counts the posts of a month.
const project = 2

test('of twelve selected posts nine are sent for approval, three say why not, and Undo takes the nine back', async ({
  openAs,
  galley,
  request,
}) => {
  const word = crypto.randomUUID().slice(0, 8)
  const day = addDays(today(), 120)
  const call = await callerAs(request, galley)
  const build = async (message: string, social_networks = ['facebook']) => {
    const made = await call('POST', '/posts', { project_id: project, social_networks, type: 'text' })
    const post_socials = made.post.post_socials.map(({ id }: { id: number }) => ({ id, message }))
    await call('PUT', '/postssocials', { post_id: made.post_id, project_id: project, post_socials })
    await call('POST', '/posts/schedules', {
      post_id: made.post_id,
      date: day,
      time: '18:00',
      is_autoposting: false,
    })
    return made.post_id as number
  }
  for (let number = 1; number <= 9; number += 1) await build(`Ready ${number} ${word}`)
  await build(`Barred ${word}`, ['facebook', 'twitter'])
  await call('POST', '/posts/approvals/batch', { posts_ids: [await build(`Sent before ${word}`)] })
  await build(`Too long ${word} ${'x'.repeat(3000)}`, ['linkedin'])

  const page = await openAs('agency-admin')
  await page.goto(`/${project}/calendar?date=${day}&open=${day}`)
  await cardOf(page, `Ready 1 ${word}`).getByLabel('Select').check()
  await page.getByRole('button', { name: /^Select all/ }).click()
  await expect(page.getByText('12 Selected')).toBeVisible()

  await test.step('the dialog lists what cannot go, and sends the rest', async () => {
    await page.getByRole('button', { name: 'To Approval (10)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send to approval' })
    const blocked = dialog.getByRole('region', { name: "2 posts can't be sent" })
    await expect(blocked).toContainText(`Barred ${word}`)
    await expect(blocked).toContainText(`Sent before ${word}`)
    await expectAccessible(page)
    await dialog.getByLabel('Message').fill('By Friday, please')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('Sent for approval: 9 posts')).toBeVisible()
    await expect(dialog.getByRole('region', { name: '1 post was not sent' })).toContainText(
      'Message length should be less than 3000 characters.',
    )
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(cardOf(page, `Sent for Approval.*Ready 9 ${word}`)).toBeVisible()
  })

  await test.step('Undo makes them drafts again', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Sending undone for 9 posts')).toBeVisible()
    await expect(cardOf(page, `Draft.*Ready 9 ${word}`)).toBeVisible()
    await expect(cardOf(page, `Sent for Approval.*Ready .* ${word}`)).toHaveCount(0)
    await expect(cardOf(page, `Sent for Approval.*Sent before ${word}`)).toBeVisible()
  })
})

/** Calls the API as the demo's admin. @throws when it refuses */
async function callerAs(request: APIRequestContext, galley: string) {
  const email = demoLogins.find(({ role }) => role === 'agency-admin')?.email
  const signedIn = await request.post(`${galley}/api/auth/signin`, {
    data: { email, password: DEMO_PASSWORD },
  })
  const { token } = (await signedIn.json()).data
  return async (method: string, path: string, data: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await request.fetch(`${galley}/api${path}`, { method, data, headers })
    expect(answer.status(), `${path} answers ${await answer.text()}`).toBeLessThan(300)
    return (await answer.json()).data
  }
}
