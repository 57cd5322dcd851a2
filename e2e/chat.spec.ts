import { addDays } from '#domain/kernel/days.ts'
import { expect, test } from './fixtures.ts'
import { givenMember, givenPost, givenProject } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { sandboxUrl } from './pages/sandbox.ts'
import { today } from './time.ts'

test('an agency adds a Slack channel, tries it, and reads there what waits for the client', async ({
  openAs,
  galley,
}) => {
  const project = await givenProject({ networks: ['facebook'] })
  await givenMember('external-approver', { project })
  const chat = `${sandboxUrl(galley)}/chat`
  const made = await fetch(`${chat}/hooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service: 'slack', name: '#harbor-posts' }),
  })
  const hook = (await made.json()) as { id: string; address: string }
  const messages = async () => {
    const shown = (await (await fetch(`${chat}/messages?hook=${hook.id}`)).json()) as { shown: string }[]
    return shown.map(message => message.shown)
  }
  const page = await openAs('agency-admin', {}, `/${project}/settings/chat`)

  await test.step('the address of a webhook is all it takes', async () => {
    await page.getByRole('button', { name: 'Add channel' }).first().click()
    const form = page.getByRole('dialog', { name: 'Add channel' })
    await form.getByRole('textbox', { name: 'Name' }).fill('#harbor-posts')
    await form.getByLabel(/^Address of the webhook/).fill(hook.address)
    await form.getByLabel('About').selectOption(String(project))
    await form.getByRole('checkbox', { name: 'Sent for approval' }).check()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Send a test: #harbor-posts' }).click()
    await expect.poll(messages).toHaveLength(1)
    await expectAccessible(page)
    await expect(page.getByText(hook.address)).toHaveCount(0)
  })

  await test.step('a post that is sent to the client stands in the channel', async () => {
    const at = { date: addDays(today(), 8), time: '18:00' }
    await givenPost({ project, message: 'Fresh <!channel> beans', at, stage: 'sent to the client' })
    await expect.poll(async () => (await messages()).join('\n'), { timeout: 60_000 }).toContain('beans')
  })
})
