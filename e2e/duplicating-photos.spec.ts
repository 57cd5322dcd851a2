import { addDays } from '#domain/kernel/days.ts'
import { expect, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { callerAs } from './pages/caller.ts'
import { addFiles, chooseMore, startPost, waitUntilSaved, write } from './pages/manage-post.ts'
import { chooseTime } from './pages/schedule-modal.ts'
import { writePhoto } from './photo.ts'
import { today } from './time.ts'

test('a Facebook photo is duplicated to Instagram and LinkedIn with a schedule', async ({
  openAs,
  galley,
  request,
}) => {
  const page = await openAs('content-creator')
  const text = `One picture, three networks, ${uniqueWord()}`
  const photo = test.info().outputPath('photo.jpg')
  await writePhoto(photo)
  await startPost(page, ['facebook'], 'single_photo')
  await write(page, 'facebook', text)
  await addFiles(page, photo)
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await waitUntilSaved(page)

  await chooseMore(page, 'Duplicate…')
  const dialog = page.getByRole('dialog', { name: 'Duplicate the content' })
  for (const network of ['Instagram', 'LinkedIn'])
    await dialog.locator('label', { hasText: network }).first().click()
  await dialog.getByText('With a schedule').click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  const date = addDays(today(), 2)
  await chooseTime(page, { date, time: '18:20' }, { confirm: 'Duplicate' })
  await expect(page.getByText('Post duplicated')).toBeVisible()

  const call = await callerAs(request, galley, 'content-creator')
  const { post_schedules } = await call(`/posts/schedules/1/${date}/${date}`, null, 'get')
  const copy = post_schedules.find(({ post }: { post: { message: string } }) => post.message === text)
  expect(
    copy?.post.post_socials
      .map(({ social_network }: { social_network: string }) => social_network)
      .toSorted(),
  ).toEqual(['instagram', 'linkedin'])
})
