import type { Page } from '@playwright/test'
import { localOf } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { getPost } from '#domain/posts/contract.ts'
import { expect, phone, test } from './fixtures.ts'
import { demoPerson, givenApprovalLink, givenMember, givenPost, givenProject } from './given.ts'
import { networkNames } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { sandboxUrl } from './pages/sandbox.ts'
import { endedToken, moveTo, soon, zone } from './time.ts'

/** Writes other words for the post on the screen, and sends them. */
const propose = async (page: Page, words: string) => {
  await page.getByRole('button', { name: 'Propose other words' }).tap()
  const form = page.getByRole('dialog', { name: 'Propose other words' })
  await form.getByRole('textbox', { name: /^Text for/ }).fill(words)
  await expectAccessible(page, 'phone')
  await form.getByRole('button', { name: 'Propose these words' }).tap()
  await expect(form).toBeHidden()
  await expect(page.getByText('You proposed other words')).toBeVisible()
}

const take = async (page: Page, author: RegExp) => {
  await page.getByRole('region', { name: author }).getByRole('button', { name: 'Take these words' }).click()
  await expect(page.getByText(/^Words taken/)).toBeVisible()
}

test('the words that a client writes on a phone go out as they wrote them, byte for byte', async ({
  openAs,
  browser,
  galley,
  consoleErrors,
}) => {
  consoleErrors.expect(...endedToken)
  const project = await givenProject({ networks: ['facebook', 'linkedin'] })
  const client = await givenMember('external-approver', { project })
  const due = soon()
  const networks = ['facebook', 'linkedin'] as const
  const at = localOf(due, zone)
  const post = await givenPost({ project, networks, at, stage: 'sent to the client' })
  const words = `${post.message}, „warm“ & <b>new</b> (5 %) — cafe\u0301 *_[x]_* 👩‍👩‍👧 \\o/\n\n  #Brot @all`
  const page = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage()
  consoleErrors.watch(page)

  await test.step('by their link, for both networks at once', async () => {
    await page.goto(await givenApprovalLink(client, project))
    await propose(page, words)
  })

  const agency = await openAs('agency-admin', {}, `/${project}/${post.path}`)
  await test.step('the agency takes them with a click for each network', async () => {
    for (const network of networks) {
      await agency.goto(`/${project}/manage-post/${network}?postId=${post.id}`)
      await expect(agency.getByText(/Grace .*has approved this version/)).toBeVisible()
      await take(agency, /^Words proposed by Grace/)
    }
    const { post_socials } = await (await demoPerson('agency-admin')).call(getPost, {
      params: { postId: post.id },
    })
    expect(post_socials.map(({ message, status }) => [message, status])).toEqual(
      networks.map(() => [words, 'approved']),
    )
  })

  await test.step('the public reads exactly these at the planned time', async () => {
    await moveTo(due)
    const feedOf = async (network: SocialNetwork): Promise<string[]> => {
      const answer = await fetch(`${sandboxUrl(galley)}/sandbox/objects?network=${network}&limit=20`)
      return ((await answer.json()) as { text: string }[])
        .filter(({ text }) => text.includes(post.message))
        .map(({ text }) => Buffer.from(text).toString('hex'))
    }
    for (const network of networks)
      await expect
        .poll(() => feedOf(network), { message: networkNames[network], timeout: 60_000 })
        .toEqual([Buffer.from(words).toString('hex')])
  })
})
