import { expect, phone, test } from './fixtures.ts'
import { givenAgency, givenPost, givenProject } from './given.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('a text that names another client is noticed while it is written, and before it is sent', async ({
  openAs,
}) => {
  const admin = await givenAgency()
  const [own, other] = [`Harbor ${uniqueWord()}`, `Bloom ${uniqueWord()}`]
  const project = await givenProject({ by: admin, name: own, networks: ['facebook'] })
  await givenProject({ by: admin, name: other })
  const post = await givenPost({ by: admin, project, message: `Fresh from ${own}`, stage: 'draft' })
  const page = await openAs(admin, {}, `/${project}/${post.path}`)
  await expect(page.getByText(own, { exact: true }).first()).toBeVisible()
  const warning = `“${other}” names another client, ${other}.`
  await test.step('while it is written', async () => {
    const message = page.getByRole('textbox', { name: 'Message on Facebook' })
    await message.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(`, cake at ${other}`)
    await expect(page.getByText(warning)).toBeVisible()
    await expectAccessible(page)
  })
  const small = await openAs(admin, phone, `/${project}/${post.path}`)
  await test.step('on a phone, and before it is published', async () => {
    await expect(small.getByText(warning)).toBeVisible()
    await expectAccessible(small)
  })
})
