import { addDays } from '#domain/kernel/days.ts'
import { expect, phone, test } from './fixtures.ts'
import { givenApprovalLink, givenMember, givenPost, givenProject } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { writePhoto } from './photo.ts'
import { today } from './time.ts'

test('a client shows on a phone where, by a link, and the agency finds the place and ticks it off', async ({
  openAs,
  browser,
  consoleErrors,
}, testInfo) => {
  const files = ['one.jpg', 'two.jpg'].map(name => testInfo.outputPath(name))
  for (const [index, file] of files.entries()) await writePhoto(file, { height: 1080 - index })
  const project = await givenProject({ networks: ['facebook'] })
  const client = await givenMember('external-approver', { project })
  const at = { date: addDays(today(), 8), time: '18:00' }
  const post = await givenPost({ project, type: 'multi_photo', files, at, stage: 'sent to the client' })
  const link = await givenApprovalLink(client, project)
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  const page = await context.newPage()
  consoleErrors.watch(page)

  await test.step('with four taps to a place on the second picture', async () => {
    await page.goto(link)
    await page.getByRole('button', { name: 'Request revision' }).tap()
    const form = page.getByRole('dialog', { name: 'Request revision: Facebook' })
    await form.getByRole('button', { name: 'Show where' }).tap()
    await form.getByRole('button', { name: 'Photo 2' }).tap()
    const picture = form.getByRole('img', { name: 'Photo 2' })
    const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 0 }
    await picture.tap({ position: { x: width * 0.9, y: height * 0.1 } })
    await form.getByRole('textbox', { name: 'Comment on mark 1: picture 2, top right' }).fill('Larger logo')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Request revision' }).tap()
    await expect(page.getByText('Revision requested').first()).toBeVisible()
  })

  await test.step('the agency reads where, sees it, and ticks it off', async () => {
    const agency = await openAs('agency-admin', {}, `/${project}/${post.path}`)
    await agency.getByRole('tab', { name: 'Approval' }).click()
    const places = agency.getByRole('list', { name: 'Marked places' })
    await places.getByRole('button', { name: 'Show mark 1: picture 2, top right' }).click()
    const dialog = agency.getByRole('dialog', { name: 'Mark 1: picture 2, top right' })
    await expect(dialog.getByRole('button', { name: 'Mark 1: picture 2, top right' })).toBeVisible()
    await expectAccessible(agency)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await places.getByRole('checkbox', { name: 'Mark 1 is done: Larger logo' }).check()
    await expect(agency.getByText('1 of 1 done')).toBeVisible()
  })
})
