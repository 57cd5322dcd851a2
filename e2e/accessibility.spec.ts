import type { Page } from '@playwright/test'
import type { Me } from '#domain/accounts/model.ts'
import { expectClosedWindow } from './closed-window.ts'
import { calendarOf, demo } from './demo-posts.ts'
import { expect, test } from './fixtures.ts'
import { cardOf } from './pages/calendar.ts'
import {
  addFiles,
  chooseFiles,
  copyToOthers,
  expectResult,
  publishNow,
  startPost,
  write,
  writeCard,
} from './pages/manage-post.ts'
import { sandboxNetworks } from './pages/sandbox.ts'
import { dialog, expectVisible, openItem, openPost, press, showsItem, walkThrough } from './pages/screens.ts'
import { writeClip, writePhoto } from './photo.ts'

/** Answers the page's request for the person with these fields changed. */
const readMeAs = (page: Page, part: Partial<Me>) =>
  page.route('**/api/auth/me', async route => {
    try {
      const answer = await route.fetch()
      const { data, ...rest } = await answer.json()
      await route.fulfill({ response: answer, json: { ...rest, data: { ...data, ...part } } })
    } catch (error) {
      // The page may ask once more as the journey ends.
      expectClosedWindow(error)
    }
  })

const written = async (name: string, write: (path: string) => Promise<void>) => {
  const path = test.info().outputPath(name)
  await write(path)
  return path
}

const files = {
  photo: () => written('photo.jpg', writePhoto),
  film: () => written('film.mp4', path => writeClip(path, 'landscape.mp4')),
}

const card = { link: 'https://harbor.example', name: 'The pier', description: 'Open daily' }

walkThrough({
  name: 'Signed out',
  role: 'nobody',
  screens: [
    { name: 'the login', shows: page => expectVisible(page, 'Demo logins') },
    {
      name: 'a sign-up with a problem at each field',
      at: 'signup',
      open: page => press(page, 'Sign Up'),
      shows: page => expect(page.getByText(/ is required$/)).toHaveCount(7),
    },
  ],
})

walkThrough({
  name: 'The calendar',
  role: 'agency-admin',
  screens: [
    {
      name: 'the calendar by month',
      at: calendarOf(demo.approved),
      shows: page => expectVisible(page, demo.approved.text),
    },
    {
      name: 'the calendar by week',
      seenIn: 'calendar.spec.ts',
      at: calendarOf(demo.approved, '&view=week'),
      shows: page => expectVisible(page, demo.approved.text),
    },
    {
      name: 'the calendar without its live connection',
      open: async page => {
        // No error to report and no stream: the header then shows its longest text.
        await page.route('**/events', route => route.fulfill({ status: 204 }))
        await page.reload()
      },
      shows: async page => {
        await expectVisible(page, 'Reconnecting')
        await expect(page.getByRole('button', { name: /^User menu/ }).first()).toBeInViewport({ ratio: 1 })
      },
    },
    {
      name: 'the filters of the calendar',
      open: async page => {
        // Only then the phone's list has come and scrolled to its day, away from under a finger.
        await expect(page.getByRole('heading', { name: /Today$/ })).toBeInViewport()
        await press(page, /^Filters/)
      },
      shows: page => expectVisible(page, 'Social network'),
    },
    {
      name: 'selected posts of the calendar',
      at: calendarOf(demo.draft),
      open: async page => {
        await cardOf(page, demo.draft.text).getByLabel('Select').check()
      },
      shows: page => expectVisible(page, '1 Selected'),
    },
    {
      name: 'Add Post',
      open: async page => {
        await press(page, /^Create/)
      },
      shows: page => dialog(page, 'Add Post'),
    },
    {
      name: 'the command palette',
      seenIn: 'find-post.spec.ts',
      at: calendarOf(demo.approved),
      open: async page => {
        // The page listens to keys by the time it shows its posts.
        await expectVisible(page, demo.approved.text)
        await page.keyboard.press('Control+k')
      },
      shows: page => expect(page.getByLabel('Go to or do')).toBeVisible(),
    },
  ],
})

walkThrough({
  name: 'A post in the editor',
  role: 'agency-admin',
  screens: [
    {
      name: 'a draft with problems',
      at: calendarOf(demo.problems),
      open: async page => {
        await openPost(page, demo.problems)
        await page
          .getByRole('navigation', { name: 'Networks' })
          .getByRole('button', { name: 'Instagram' })
          .click()
      },
      shows: page => expectVisible(page, /\d problems? on Instagram/),
    },
    {
      name: 'a post that is live',
      seenIn: 'publishing.spec.ts',
      at: calendarOf(demo.live),
      open: async page => {
        await openPost(page, demo.live)
      },
      shows: page => expectVisible(page, 'All 3 published'),
    },
    {
      name: 'the schedule modal',
      at: calendarOf(demo.draft),
      open: async page => {
        await openPost(page, demo.draft)
        await press(page, 'Change Schedule')
      },
      shows: page => dialog(page, 'Reschedule post'),
    },
    {
      name: 'Send to approval',
      at: calendarOf(demo.draft),
      open: async page => {
        await openPost(page, demo.draft)
        await press(page, 'Send to approval')
      },
      shows: page => dialog(page, 'Send to approval'),
    },
    {
      name: 'the list of mentions',
      seenIn: 'publishing.spec.ts',
      open: async page => {
        await startPost(page, ['facebook'], 'text')
        await page.getByRole('textbox', { name: 'Message on Facebook' }).click()
        await page.keyboard.type('With @northw')
      },
      shows: page => expect(page.getByRole('option', { name: /Northwind/ })).toBeVisible(),
    },
    {
      name: 'a post that one network has refused',
      seenIn: 'publishing.spec.ts',
      open: async page => {
        await startPost(page, ['facebook', 'linkedin'], 'single_photo')
        await write(page, 'facebook', `Looked at, ${crypto.randomUUID()}`)
        await addFiles(page, await files.photo())
        await copyToOthers(page)
        const networks = sandboxNetworks(page, page.url())
        await networks.fail('linkedin', 'processing_failed')
        try {
          await publishNow(page)
          await expectResult(page, '1 of 2 published')
        } finally {
          // A fault that was not used up would affect the next journey's post.
          await networks.clearFaults()
        }
      },
      shows: page => expectResult(page, '1 of 2 published'),
    },
  ],
})

walkThrough({
  name: 'Media in the editor',
  role: 'agency-admin',
  screens: [
    {
      name: 'a video with its thumbnail',
      seenIn: 'publishing.spec.ts',
      open: async page => {
        await startPost(page, ['facebook'], 'single_video')
        await addFiles(page, await files.film())
        await chooseFiles(page, page.getByRole('button', { name: 'Choose: Thumbnail' }), await files.photo())
      },
      shows: page => expect(page.getByRole('img', { name: 'Thumbnail' })).toBeVisible(),
    },
    {
      name: 'a link carousel',
      open: async page => {
        await startPost(page, ['facebook'], 'link_carousel')
        await writeCard(page, 0, { ...card, picture: await files.photo() })
      },
      shows: page => expectVisible(page, card.description),
    },
    {
      name: 'a story',
      open: async page => {
        await startPost(page, ['instagram'], 'photo_story')
        await addFiles(page, await files.photo())
      },
      shows: page => expect(page.getByRole('main').getByRole('img').first()).toBeVisible(),
    },
    {
      name: 'the Instagram grid',
      open: async page => {
        await startPost(page, ['instagram'], 'single_photo')
        await page.getByRole('radiogroup', { name: 'View' }).getByText('Grid', { exact: true }).click()
      },
      shows: page =>
        expectVisible(page, 'This post is not here yet: saved posts with a time in the next 79 days are.'),
    },
  ],
})

walkThrough({
  name: 'Settings',
  role: 'agency-admin',
  screens: [
    {
      name: 'the social accounts',
      seenIn: 'publishing.spec.ts',
      at: 'settings/social-accounts',
      shows: page => expectVisible(page, 'Master approval platform'),
    },
    {
      name: 'connecting an account',
      seenIn: 'connect.spec.ts',
      open: async page => {
        await page.goto(page.url().replace(/calendar.*/, 'facebook/connect?reconnect=true'))
      },
      shows: page => expect(page.getByRole('button', { name: 'Log in with Facebook' })).toBeVisible(),
    },
    {
      name: 'the list of labels',
      at: 'settings/labels',
      shows: page =>
        expect(page.getByRole('listitem').filter({ hasText: 'Tasting calendar' }).first()).toBeVisible(),
    },
    {
      name: 'Edit Label',
      at: 'settings/labels',
      open: async page => {
        await press(page, /^Edit /)
      },
      shows: page => dialog(page, 'Edit Label'),
    },
    {
      name: 'the audit log',
      at: 'settings/audit-log',
      open: async page => {
        await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible()
      },
      shows: page => expectVisible(page, /no older ones|No changes yet/),
    },
    {
      name: 'the approval times',
      at: 'settings/approval-times',
      shows: page => expect(page.getByRole('table', { name: /^Clients/ })).toBeVisible(),
    },
    {
      name: 'the ways to sign in, in Edit Profile',
      seenIn: 'providers.spec.ts',
      open: async page => {
        await press(page, /^User menu/)
        await press(page, 'Edit Profile')
        await page.getByRole('tab', { name: 'Sign-in' }).click()
      },
      shows: page => expectVisible(page, 'Google and Apple'),
    },
    {
      name: 'the card step',
      seenIn: 'onboarding.spec.ts',
      open: async page => {
        await readMeAs(page, { projects: [], agency: null, can_create_agency: true, card_status: 'none' })
        await page.goto('/add-card')
      },
      shows: page => expectVisible(page, 'Payment details'),
    },
  ],
})

walkThrough({
  name: 'Deciding',
  role: 'external-approver',
  screens: [
    {
      name: 'the list of posts to approve',
      seenIn: 'plan-to-approval.spec.ts',
      at: 'approval',
      shows: page => expectVisible(page, demo.waiting.text),
    },
    {
      name: 'the list of approved posts',
      at: 'approval?tab=approved',
      shows: page => expectVisible(page, demo.approved.text),
    },
    {
      name: 'a post to approve',
      seenIn: 'review.spec.ts',
      at: 'approval',
      open: page => openItem(page, demo.waiting),
      shows: page => showsItem(page, demo.waiting),
    },
    {
      name: 'a request for revision',
      at: 'approval',
      open: async page => {
        await openItem(page, demo.waiting)
        await press(page, 'Request revision')
      },
      reopen: page =>
        page.getByRole('button', { name: 'Request revision' }).filter({ visible: true }).first().click(),
      shows: page =>
        expect(page.getByLabel('What should be changed?').filter({ visible: true })).toBeVisible(),
    },
    {
      name: 'a post to unapprove',
      at: 'approval?tab=approved',
      open: page => openItem(page, demo.approved),
      shows: page => showsItem(page, demo.approved),
    },
    {
      name: 'the approval calendar',
      at: calendarOf(demo.waiting).replace('calendar', 'calendar-approval'),
      shows: page => expectVisible(page, demo.waiting.text),
    },
    {
      name: 'Activity',
      at: 'approval',
      open: async page => {
        await openItem(page, demo.waiting)
        await page.getByRole('tab', { name: 'Activity' }).filter({ visible: true }).first().click()
      },
      reopen: page => page.getByRole('tab', { name: 'Activity' }).filter({ visible: true }).first().click(),
      shows: page =>
        expect(page.getByRole('list', { name: 'Activity' }).filter({ visible: true })).toBeVisible(),
    },
    {
      name: 'the page without a project',
      open: async page => {
        // A person who has a project is redirected from here at once.
        await readMeAs(page, { projects: [] })
        await page.goto('/without-project')
      },
      shows: page => expectVisible(page, 'You have no access to any agency project'),
    },
  ],
})
