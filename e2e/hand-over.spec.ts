import { confirmEmail } from '#domain/accounts/contract.ts'
import { addDays } from '#domain/kernel/days.ts'
import { createNote, listNotes } from '#domain/notes/contract.ts'
import { getPost } from '#domain/posts/contract.ts'
import { expect, phone, test } from './fixtures.ts'
import { givenAgency, givenMember, givenPost, givenProject } from './given.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { linkIn, mailTo } from './pages/mailbox.ts'
import { today } from './time.ts'

test('a client is handed over to another agency, whose admin takes it over paused, and the former agency is out', async ({
  openAs,
  galley,
  consoleErrors,
}) => {
  consoleErrors.expect(
    /404 \(Not Found\)/,
    'what the former admin has open is read again when it is theirs no more',
  )
  const [giver, taker] = [await givenAgency('Grace'), await givenAgency('Nora')]
  const mail = await mailTo(galley, taker.email, /confirm/i)
  const token = new URL(linkIn(mail, '/confirm-email')).searchParams.get('token') ?? ''
  await taker.call(confirmEmail, { body: { token } })
  const name = `Harbor ${uniqueWord()}`
  const project = await givenProject({ by: giver, name, networks: ['facebook'] })
  await givenProject({ by: giver })
  await givenMember('external-approver', { by: giver, project, name: 'Emil' })
  const at = { date: addDays(today(), 3), time: '10:00' } as const
  const post = await givenPost({ by: giver, project, at, stage: 'scheduled' })
  const { post_socials } = await giver.call(getPost, { params: { postId: post.id } })
  const social = post_socials[0]?.id ?? 0
  await giver.call(createNote, {
    params: { id: social },
    body: { message: 'They pay late', is_for_client: false },
    files: {},
  })

  const page = await openAs(giver, {}, `/${project}/settings/general`)
  const panel = page.getByRole('region', { name: 'Hand over to another agency' })
  await test.step('it is offered by address, after a question that says what goes', async () => {
    await panel.getByRole('textbox').fill(taker.email)
    await panel.getByRole('button', { name: 'Offer this client…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('1 client stays')
    await expect(dialog).toContainText('1 internal note is deleted for good')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Offer client' }).click()
    await expect(panel).toContainText(`Offered to ${taker.email}`)
  })
  const small = await openAs(taker, phone, '/')
  await test.step('the other admin comes by the mail and takes it over', async () => {
    const offer = await mailTo(galley, taker.email, /offers you the client/)
    await small.goto(new URL(linkIn(offer, '/offered')).pathname)
    await expect(small.getByRole('listitem').filter({ hasText: name }).first()).toContainText(
      '1 client stays',
    )
    await expectAccessible(small)
    await small.getByRole('button', { name: `Take over ${name}` }).click()
    await small.getByRole('dialog').getByRole('button', { name: 'Take over', exact: true }).click()
    await expect(small).toHaveURL(new RegExp(`/${project}/calendar`))
    await expect(small.getByRole('status').filter({ hasText: 'Taken over from' })).toContainText(
      'until somebody resumes it',
    )
  })
  await test.step('the post is there, the internal note is not', async () => {
    await small.goto(`/${project}/${post.path}`)
    await expect(small.getByText(post.message).filter({ visible: true }).first()).toBeVisible()
    const notes = await taker.call(listNotes, { params: { id: social }, query: {} })
    expect(notes).toEqual([])
  })
  await test.step('the former admin is led away', async () => {
    await expect(page).not.toHaveURL(new RegExp(`/${project}/`))
    await expect(page.getByRole('link', { name })).toHaveCount(0)
  })
})
