import { expect, phone, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { callerAs } from './pages/caller.ts'

test('an admin sees which mail was refused and why, sends it once more, and discards it', async ({
  openAs,
  galley,
  request,
}) => {
  const email = `${uniqueWord().toLowerCase()}@nowhere.invalid`
  const write = await callerAs(request, galley, 'agency-admin')
  await write('/userinvitations/agency/send', { name: 'Nora Nowhere', email, role: 'content-creator' })
  const admin = await openAs('agency-admin', phone)
  const mail = admin
    .getByRole('list', { name: 'Mails that could not be delivered' })
    .getByRole('listitem')
    .filter({ hasText: email })

  await test.step('it is listed with its reason', async () => {
    await expect(async () => {
      await admin.goto('/1/settings/agency')
      await expect(mail).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
    await expect(mail).toContainText('no such user here')
    await expectAccessible(admin, 'phone')
  })

  await test.step('sent again, it is refused again', async () => {
    await mail.getByRole('button', { name: /^Retry/ }).click()
    await expect(admin.getByText(`Mail sent again to ${email}`)).toBeVisible()
    await expect(async () => {
      await admin.goto('/1/settings/agency')
      await expect(mail).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
  })

  await test.step('discarded, it is gone', async () => {
    await mail.getByRole('button', { name: /^Discard/ }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect(admin.getByText('Mail discarded')).toBeVisible()
    await expect(mail).toHaveCount(0)
  })
})
