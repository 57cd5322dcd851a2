import { approveRound } from '#domain/approvals/contract.ts'
import { addDays } from '#domain/kernel/days.ts'
import { listNotifications } from '#domain/notifications/contract.ts'
import { getPost } from '#domain/posts/contract.ts'
import { expect, phone, test } from './fixtures.ts'
import { givenAgency, givenMember, givenPost, givenProject } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { today } from './time.ts'

test('marketing of the client is asked first, and legal once marketing has approved', async ({ openAs }) => {
  const admin = await givenAgency()
  const project = await givenProject({ by: admin, networks: ['facebook'] })
  const marketing = await givenMember('external-approver', { project, by: admin, name: 'Mara' })
  const legal = await givenMember('external-approver', { project, by: admin, name: 'Lena' })
  const post = await givenPost({ by: admin, project, at: { date: addDays(today(), 20), time: '10:00' } })
  const itemPath = `/${project}/approval/facebook?postId=${post.id}`

  await test.step('the agency chooses them in their order', async () => {
    const page = await openAs(admin, {}, `/${project}/${post.path}`)
    await page.getByRole('button', { name: 'Send to approval' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send to approval' })
    await dialog.getByRole('combobox', { name: 'Agency role' }).click()
    await page.getByRole('option', { name: /Mara/ }).click()
    await dialog.getByRole('button', { name: 'Then ask others of the client' }).click()
    await page.getByRole('option', { name: /Lena/ }).click()
    await dialog.getByLabel('Message').click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('Sent for approval', { exact: true })).toBeVisible()
  })

  const version = (await admin.call(getPost, { params: { postId: post.id } })).post_socials[0]?.id ?? 0
  await admin.call(approveRound, { body: { post_social_id: version } })

  await test.step('legal cannot decide yet, and sees whom it waits for', async () => {
    const page = await openAs(legal, phone, itemPath)
    await expect(page.getByText(post.message).first()).toBeVisible()
    await expect(page.getByText(/Waiting for Mara/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
  })

  await test.step('marketing approves, and legal is told', async () => {
    const page = await openAs(marketing, phone, itemPath)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(page.getByText(/Post approved/)).toBeVisible()
    const told = async () => (await legal.call(listNotifications, { query: {} })).notifications
    await expect
      .poll(async () => (await told()).flatMap(one => ('post_id' in one ? one.post_id : [])))
      .toContain(post.id)
  })

  await test.step('legal approves, and the post goes out as planned', async () => {
    const page = await openAs(legal, phone, itemPath)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(page.getByText('Post approved')).toBeVisible()
    const { post_socials } = await admin.call(getPost, { params: { postId: post.id } })
    expect(post_socials.map(({ status }) => status)).toEqual(['approved'])
  })

  await test.step('the conversation shows both steps', async () => {
    const page = await openAs(admin, {}, itemPath)
    const rounds = page.getByRole('list', { name: 'Approval rounds' })
    await expect(rounds.getByText(/Mara.* approved/)).toBeVisible()
    await expect(rounds.getByText(/Lena.* approved/)).toBeVisible()
    await expectAccessible(page)
  })
})
