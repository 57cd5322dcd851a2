import type { Page } from '@playwright/test'
import { type LocalDateTime, localOf } from '#domain/kernel/time.ts'
import { expect, phone, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { approve, approveAll, openFromList, openToApprove, requestRevision } from './pages/approval.ts'
import { addPost, cardOf, createOnDay, createWithPlus } from './pages/calendar.ts'
import { expectOnce, openFeed } from './pages/feed.ts'
import { signInByDemoButton } from './pages/login.ts'
import {
  adapt,
  addFiles,
  checkPreview,
  chooseMore,
  copyToOthers,
  sendToApproval,
  setTime,
  versionOf,
  write,
} from './pages/manage-post.ts'
import { chooseTime } from './pages/schedule-modal.ts'
import { writePhoto } from './photo.ts'
import { emptyDay, endedToken, moveTo, soon, zone } from './time.ts'

const three = ['facebook', 'instagram', 'linkedin'] as const
/** Unique texts, so that a second try on the same server finds its own posts. */
const textsOf = (mark: string) => ({
  first: `Harbour lights at six, ${mark}: the last roast of the day. #harbor`,
  linkedin: `How we plan a roasting day, ${mark}. Three numbers and one clock.`,
  fixed: `Harbour lights at seven, ${mark}: the last roast of the day. #harbor`,
  byHand: `We are closed on Monday, ${mark}. Back on Tuesday at seven.`,
})

// As most people see it: everything moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a post passes both approvals and appears once on three feeds, and a second one is published by hand', async ({
  page: ada,
  consoleErrors,
  openAs,
  galley,
}, testInfo) => {
  test.setTimeout(240_000)
  consoleErrors.expect(...endedToken)
  consoleErrors.watch(ada)
  const texts = textsOf(uniqueWord())
  const day = emptyDay(testInfo.retry)
  const photo = testInfo.outputPath('harbour.jpg')
  await writePhoto(photo)

  await test.step('the agency admin signs in and opens the project', async () => {
    await ada.goto('/')
    await signInByDemoButton(ada, 'agency-admin')
    await ada
      .getByRole('navigation', { name: 'Projects' })
      .getByRole('link', { name: 'Harbor Coffee Roasters' })
      .click()
    await expect(ada.getByText('Times shown are in Europe - Berlin time.')).toBeVisible()
  })

  await test.step('creates a post for three networks from a day in the calendar', async () => {
    await createOnDay(ada, day)
    await addPost(ada, three, 'Single photo')
    await expect(versionOf(ada, 'facebook')).toContainText('New')
  })

  await test.step('writes it, adds a photo from disk, copies both to the others', async () => {
    await write(ada, 'facebook', texts.first)
    await addFiles(ada, photo)
    await copyToOthers(ada)
    await adapt(ada, 'linkedin')
    await write(ada, 'linkedin', texts.linkedin)
    await checkPreview(ada, 'facebook', texts.first)
    await checkPreview(ada, 'instagram', texts.first)
    await checkPreview(ada, 'linkedin', texts.linkedin)
  })

  await test.step('schedules it and sends it to approval, to one person', async () => {
    await setTime(ada, '18:00')
    await sendToApproval(ada, 'Send to approval', 'Inès Okafor')
    for (const network of three) await expect(versionOf(ada, network)).toContainText('Sent for Approval')
  })
  await versionOf(ada, 'facebook').click()
  await stayOnThisLoad(ada)
  const conversation = ada.getByRole('complementary', { name: 'Conversation' })
  const history = conversation.getByRole('list', { name: 'Approval history' })

  const ines = await openAs('internal-approver')
  await test.step('the internal approver approves, which the creator sees at once', async () => {
    await openToApprove(ines, texts.first)
    await approveAll(ines, 3)
    await expect(history.getByText('Inès Okafor approved')).toBeVisible()
  })

  const emil = await openAs('external-approver', phone)
  await test.step('the client asks for a revision on the phone, which the creator sees at once', async () => {
    await openToApprove(emil, texts.first)
    await requestRevision(emil, {
      without: ['Instagram'],
      message: 'We close later in winter.',
      checklist: ['Seven, not six', 'Keep the photo'],
    })
    await expect(versionOf(ada, 'facebook')).toContainText('Waiting for fixes')
    await expect(history.getByText('We close later in winter.')).toBeVisible()
  })

  await test.step('the creator fixes it, ticks the checklist and sends it again', async () => {
    await adapt(ada, 'facebook')
    await write(ada, 'facebook', texts.fixed)
    for (const item of ['Seven, not six', 'Keep the photo']) {
      await history.getByText(item).click()
      await expect(history.getByRole('checkbox', { name: item })).toBeChecked()
    }
    await expect(history.getByText('2 of 2 done')).toBeVisible()
    await sendToApproval(ada, 'Resend to approval')
  })

  await test.step('both approve again', async () => {
    await ines.goto(ines.url().replace(/\/approval.*/, '/approval'))
    await openFromList(ines, texts.fixed)
    await approve(ines, 'Approve')
    await emil.goto(emil.url().replace(/\/approval.*/, '/approval'))
    await openFromList(emil, texts.fixed)
    await approveAll(emil, 3)
    for (const network of three) await expect(versionOf(ada, network)).toContainText('Approved')
  })

  const second = await ada.context().newPage()
  consoleErrors.watch(second)
  await test.step('a second post without autoposting is scheduled without approval', async () => {
    await second.goto(`/${new URL(ada.url()).pathname.split('/')[1]}/calendar?date=${day}`)
    await createWithPlus(second, day)
    await addPost(second, ['facebook'], 'Text')
    await write(second, 'facebook', texts.byHand)
    await setTime(second, '19:00', { autoposting: false })
    await chooseMore(second, 'Schedule and Skip Approval')
    await skipBothApprovals(second)
    await expect(versionOf(second, 'facebook')).toContainText('Scheduled')
  })

  const due = soon()
  await test.step('both are moved to a time of today', async () => {
    await reschedule(ada, localOf(due, zone))
    await reschedule(second, localOf(due, zone), { autoposting: false })
    await expectStillThisLoad(ada)
    // Back leads to the month that the post was created in.
    await ada.getByRole('link', { name: 'Back' }).click()
    await ada.getByRole('button', { name: 'Today' }).click()
    // Other journeys may have published more posts today than a day of the month shows.
    await ada.getByText('Week', { exact: true }).click()
  })

  await test.step('at that time one is published and one waits for a person, shown in the calendar without a reload', async () => {
    await expect(cardOf(ada, texts.fixed)).toContainText('Approved')
    await moveTo(due)
    await expect(cardOf(ada, texts.fixed)).toContainText('Live')
    await expect(cardOf(ada, texts.byHand)).toContainText('Pending manual publish')
    await expectStillThisLoad(ada)
  })

  await test.step('the public sees it on each network once, with its photo', async () => {
    // The revision was requested only on Facebook.
    const published = { facebook: texts.fixed, instagram: texts.first, linkedin: texts.linkedin }
    for (const network of three) {
      await openFeed(ines, galley, network)
      await expectOnce(ines, published[network], { photos: 1 })
    }
  })

  await test.step('the other is published by hand', async () => {
    await cardOf(ada, texts.byHand).getByRole('link').click()
    await ada.getByRole('button', { name: 'Publish now' }).click()
    const question = ada.getByRole('dialog', { name: 'Publish now?' })
    await question.getByRole('button', { name: 'Publish now' }).click()
    await expect(versionOf(ada, 'facebook')).toContainText('Live', { timeout: 60_000 })
    await expectStillThisLoad(ada)
    await openFeed(ines, galley, 'facebook')
    await expectOnce(ines, texts.byHand, { photos: 0 })
  })
})

async function skipBothApprovals(page: Page): Promise<void> {
  const modal = page.getByRole('dialog', { name: 'Schedule and Skip Approval' })
  await modal.getByLabel('Skip internal approval').check()
  await modal.getByLabel('Skip client approval').check()
  await modal.getByRole('button', { name: 'Schedule', exact: true }).click()
}

async function reschedule(
  page: Page,
  to: LocalDateTime,
  options: { autoposting?: boolean } = {},
): Promise<void> {
  await page.getByRole('button', { name: 'Change Schedule' }).click()
  await chooseTime(page, to, { ...options, confirm: 'Update' })
}

/** Leaves a mark in the window that a reload would erase. */
const stayOnThisLoad = (page: Page) => page.evaluate(() => document.body.setAttribute('data-load', 'first'))
const expectStillThisLoad = (page: Page) => expect(page.locator('body')).toHaveAttribute('data-load', 'first')
