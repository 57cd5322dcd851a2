import type { Page } from '@playwright/test'
import { addDays } from '#domain/kernel/days.ts'
import { expect, phone, test } from './fixtures.ts'
import { givenPost } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { writePhoto } from './photo.ts'
import { today } from './time.ts'

test('people at one post see each other, and talk in notes and questions; the client hears only what is for them', async ({
  openAs,
}, testInfo) => {
  const picture = testInfo.outputPath('cup.jpg')
  await writePhoto(picture)
  const { id } = await givenPost({
    stage: 'internally approved',
    at: { date: addDays(today(), 20), time: '18:00' },
  })
  const client = await openAs('external-approver', phone, `approval/facebook?postId=${id}`)
  const creator = await openAs('content-creator', {}, `manage-post/facebook?postId=${id}`)
  const hereFor = (page: Page) => page.getByRole('region', { name: 'Who else is here' })
  const entry = (page: Page, list: string, text: string) =>
    page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text })

  await test.step('the maker sees that the client is here, and what they write; the client sees nobody', async () => {
    await expect(hereFor(creator)).toHaveText(/^[^·]*\(client\) is here$/)
    await client.getByRole('button', { name: 'Request revision' }).click()
    await client.getByLabel('What should be changed?').pressSequentially('Another')
    await expect(hereFor(creator)).toContainText(/\(client\) is writing what to revise/)
    await expect(hereFor(client)).toHaveCount(0)
    await expectAccessible(creator)
    await client.reload()
  })

  await test.step('a question reaches the client at once, who answers', async () => {
    await creator.getByRole('button', { name: 'Ask a question' }).click()
    await creator.getByRole('radiogroup', { name: 'Which round' }).getByText('Client round').click()
    await creator.getByLabel('Question', { exact: true }).fill('Which cup is yours?')
    await creator.getByRole('button', { name: 'Send question' }).click()
    await expect(entry(client, 'Approval history', 'Which cup is yours?')).toContainText('asked a question')
    await expectAccessible(client, 'phone')
    await client.getByRole('button', { name: 'Answer the question' }).click()
    await client.getByLabel('Answer', { exact: true }).fill('The white one.')
    await client.getByRole('button', { name: 'Send answer' }).click()
    await expect(entry(creator, 'Approval history', 'The white one.')).toContainText('answered')
  })

  await test.step('of two notes with a picture the client reads the one that is for them', async () => {
    for (const page of [client, creator]) await page.getByRole('tab', { name: 'Notes' }).click()
    const form = creator.getByRole('form', { name: 'Send note' })
    const send = async (text: string) => {
      await form.getByLabel('Note', { exact: true }).fill(text)
      await form.locator('input[type=file][multiple]').setInputFiles(picture)
      await form.getByRole('button', { name: 'Send note' }).click()
      await expect(entry(creator, 'Notes', text)).toBeVisible()
    }
    await send('Is the price right?')
    await form.getByText('For the client').click()
    await send('Is this your new cup?')
    const note = entry(client, 'Notes', 'Is this your new cup?')
    await expect(note).toContainText('The agency')
    await expect(note.getByRole('button', { name: 'Show picture 1 of 1' })).toBeVisible()
    await expect(entry(client, 'Notes', 'Is the price right?')).toHaveCount(0)
    await expectAccessible(client, 'phone')
    await client.getByLabel('Note', { exact: true }).fill('It is.')
    await client.getByRole('button', { name: 'Send note' }).click()
    await expect(entry(creator, 'Notes', 'It is.')).toContainText('For the client')
    await expectAccessible(creator)
  })

  await test.step('a person who closes the page disappears', async () => {
    await client.close()
    await expect(hereFor(creator)).toHaveCount(0)
  })
})
