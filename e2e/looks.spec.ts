import type { Page } from '@playwright/test'
import type { Me } from '#domain/accounts/model.ts'
import { addDays } from '#domain/kernel/days.ts'
import type { Role } from '#domain/permissions/table.ts'
import { expect, phone, test } from './fixtures.ts'
import { cardOf } from './pages/calendar.ts'
import { expectGoodLooks } from './pages/look.ts'
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
import { networksOf } from './pages/sandbox.ts'
import { writeClip, writePhoto } from './photo.ts'
import { demoDay } from './time.ts'

/** A screen in one of its states: who sees it, how they come to it, and what shows that it is there. */
type Screen = {
  readonly name: string
  readonly role: Role | 'nobody'
  /** The page of the project that it begins on; else the person's first one. */
  readonly at?: string
  readonly open: (page: Page) => Promise<void>
}

/** Demo posts by a part of their text and the day they stand on, each in the state that it is looked at for. */
const demo = {
  problems: { text: 'Black Friday without the noise', day: 6 },
  draft: { text: 'Advent calendar for people', day: 8 },
  live: { text: 'New on the shelf', day: -9 },
  waiting: { text: 'Slow Sunday', day: 2 },
  approved: { text: 'Saturday cupping', day: 1 },
}
type DemoPost = (typeof demo)[keyof typeof demo]

/** The calendar where the post stands in it, whatever day the journey is made on. */
const calendarOf = ({ day }: DemoPost, more = '') => `calendar?date=${addDays(demoDay, day)}${more}`

const seen = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const dialog = (page: Page, name: string | RegExp) => expect(page.getByRole('dialog', { name })).toBeVisible()

/** From the calendar to the post's own page. */
async function openPost(page: Page, { text }: DemoPost): Promise<void> {
  await cardOf(page, text).getByRole('link').click()
  await expect(page).toHaveURL(/manage-post/)
  await expect(page.getByRole('main').getByText(text).last()).toBeVisible()
}

/** The person as the page reads them, but for this. */
const readMeAs = (page: Page, part: Partial<Me>) =>
  page.route('**/api/auth/me', async route => {
    try {
      const answer = await route.fetch()
      const { data, ...rest } = await answer.json()
      await route.fulfill({ response: answer, json: { ...rest, data: { ...data, ...part } } })
    } catch {
      // Mostly read once more as the journey ended; else the page says that it has no person.
      await route.abort().catch(() => undefined)
    }
  })

async function openItem(page: Page, { text }: DemoPost): Promise<void> {
  await page.getByRole('listitem').filter({ hasText: text }).getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Post', exact: true }).getByText(text).first()).toBeVisible()
}

const written = async (name: string, write: (path: string) => Promise<void>) => {
  const path = test.info().outputPath(name)
  await write(path)
  return path
}
const files = {
  photo: () => written('photo.jpg', writePhoto),
  film: () => written('film.mp4', path => writeClip(path, 'landscape.mp4')),
}

const screens: readonly Screen[] = [
  { name: 'the login', role: 'nobody', open: page => seen(page, 'Demo logins') },
  {
    name: 'the calendar by month',
    role: 'agency-admin',
    at: calendarOf(demo.approved),
    open: page => seen(page, demo.approved.text),
  },
  {
    name: 'the calendar by week',
    role: 'agency-admin',
    at: calendarOf(demo.approved, '&view=week'),
    open: page => seen(page, demo.approved.text),
  },
  {
    name: 'the calendar without its live connection',
    role: 'agency-admin',
    open: async page => {
      // Nothing wrong to report, and no stream: the longest of what the header says.
      await page.route('**/events', route => route.fulfill({ status: 204 }))
      await page.reload()
      await seen(page, 'Reconnecting')
      await expect(page.getByRole('button', { name: /^User menu/ }).first()).toBeInViewport({ ratio: 1 })
    },
  },
  {
    name: 'the filters of the calendar',
    role: 'agency-admin',
    open: async page => {
      await press(page, /^Filters/)
      await seen(page, 'Social network')
    },
  },
  {
    name: 'selected posts of the calendar',
    role: 'agency-admin',
    at: calendarOf(demo.draft),
    open: async page => {
      await cardOf(page, demo.draft.text).click({ position: { x: 8, y: 8 } })
      await seen(page, '1 Selected')
    },
  },
  {
    name: 'Add Post',
    role: 'agency-admin',
    open: async page => {
      await press(page, /^Create/)
      await dialog(page, 'Add Post')
    },
  },
  {
    name: 'a draft with problems',
    role: 'agency-admin',
    at: calendarOf(demo.problems),
    open: async page => {
      await openPost(page, demo.problems)
      await page
        .getByRole('navigation', { name: 'Networks' })
        .getByRole('button', { name: 'Instagram' })
        .click()
      await seen(page, /\d problems? on Instagram/)
    },
  },
  {
    name: 'a post that is live',
    role: 'agency-admin',
    at: calendarOf(demo.live),
    open: async page => {
      await openPost(page, demo.live)
      await seen(page, 'All 3 published')
    },
  },
  {
    name: 'the schedule modal',
    role: 'agency-admin',
    at: calendarOf(demo.draft),
    open: async page => {
      await openPost(page, demo.draft)
      await press(page, 'Change Schedule')
      await dialog(page, 'Reschedule post')
    },
  },
  {
    name: 'the social accounts',
    role: 'agency-admin',
    at: 'settings/social-accounts',
    open: page => seen(page, 'Master approval platform'),
  },
  {
    name: 'connecting an account',
    role: 'agency-admin',
    open: async page => {
      await page.goto(page.url().replace(/calendar.*/, 'facebook/connect?reconnect=true'))
      await expect(page.getByRole('button', { name: 'Log in with Facebook' })).toBeVisible()
    },
  },
  {
    name: 'a video with its thumbnail',
    role: 'agency-admin',
    open: async page => {
      await startPost(page, ['facebook'], 'single_video')
      await addFiles(page, await files.film())
      await chooseFiles(page, page.getByRole('button', { name: 'Choose: Thumbnail' }), await files.photo())
      await expect(page.getByRole('img', { name: 'Thumbnail' })).toBeVisible()
    },
  },
  {
    name: 'a link carousel',
    role: 'agency-admin',
    open: async page => {
      await startPost(page, ['facebook'], 'link_carousel')
      const card = { link: 'https://harbor.example', name: 'The pier', description: 'Open daily' }
      await writeCard(page, 0, { ...card, picture: await files.photo() })
    },
  },
  {
    name: 'a story',
    role: 'agency-admin',
    open: async page => {
      await startPost(page, ['instagram'], 'photo_story')
      await addFiles(page, await files.photo())
    },
  },
  {
    name: 'the Instagram grid',
    role: 'agency-admin',
    open: async page => {
      await startPost(page, ['instagram'], 'single_photo')
      await page.getByRole('radiogroup', { name: 'View' }).getByText('Grid', { exact: true }).click()
      await seen(page, 'This post appears here once it has a schedule.')
    },
  },
  {
    name: 'the list of mentions',
    role: 'agency-admin',
    open: async page => {
      await startPost(page, ['facebook'], 'text')
      await page.getByRole('textbox', { name: 'Message on Facebook' }).click()
      await page.keyboard.type('With @northw')
      await expect(page.getByRole('option', { name: /Northwind/ })).toBeVisible()
    },
  },
  {
    name: 'what one network has refused',
    role: 'agency-admin',
    open: async page => {
      await startPost(page, ['facebook', 'linkedin'], 'single_photo')
      await write(page, 'facebook', `Looked at, ${crypto.randomUUID()}`)
      await addFiles(page, await files.photo())
      await copyToOthers(page)
      const networks = networksOf(page, page.url())
      await networks.fail('linkedin', 'processing_failed')
      try {
        await publishNow(page)
        await expectResult(page, '1 of 2 published')
      } finally {
        // Where it was not struck it would strike the next journey's post.
        await networks.forgive()
      }
    },
  },
  {
    name: 'Send to approval',
    role: 'agency-admin',
    at: calendarOf(demo.draft),
    open: async page => {
      await openPost(page, demo.draft)
      await press(page, 'Send to approval')
      await dialog(page, 'Send to approval')
    },
  },
  {
    name: 'the list of what waits',
    role: 'external-approver',
    at: 'approval',
    open: page => seen(page, demo.waiting.text),
  },
  {
    name: 'the list of what is approved',
    role: 'external-approver',
    at: 'approval?tab=approved',
    open: page => seen(page, demo.approved.text),
  },
  {
    name: 'a post to approve',
    role: 'external-approver',
    at: 'approval',
    open: page => openItem(page, demo.waiting),
  },
  {
    name: 'a request for revision',
    role: 'external-approver',
    at: 'approval',
    open: async page => {
      await openItem(page, demo.waiting)
      await press(page, 'Request revision')
      await expect(page.getByLabel('What has to be changed?')).toBeVisible()
    },
  },
  {
    name: 'a post to unapprove',
    role: 'external-approver',
    at: 'approval?tab=approved',
    open: page => openItem(page, demo.approved),
  },
  {
    name: 'the calendar of approvers',
    role: 'external-approver',
    at: calendarOf(demo.waiting).replace('calendar', 'calendar-approval'),
    open: page => seen(page, demo.waiting.text),
  },
  {
    name: 'the page without a project',
    role: 'external-approver',
    open: async page => {
      // Who has a project is sent on from here at once.
      await readMeAs(page, { projects: [] })
      await page.goto('/without-project')
      await seen(page, 'You have no access to any agency project')
    },
  },
  {
    name: 'the card step',
    role: 'agency-admin',
    open: async page => {
      await readMeAs(page, { projects: [], agency: null, can_create_agency: true, card_status: 'none' })
      await page.goto('/add-card')
      await seen(page, 'Payment details')
    },
  },
  {
    name: 'the list of labels',
    role: 'content-creator',
    at: 'settings/labels',
    open: page =>
      expect(page.getByRole('listitem').filter({ hasText: 'Black Friday' }).first()).toBeVisible(),
  },
  {
    name: 'Edit Label',
    role: 'content-creator',
    at: 'settings/labels',
    open: async page => {
      await press(page, /^Edit /)
      await dialog(page, 'Edit Label')
    },
  },
  {
    name: 'the audit log',
    role: 'agency-admin',
    at: 'settings/audit-log',
    open: async page => {
      await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible()
      await seen(page, /no older ones|Nothing has been changed yet/)
    },
  },
  {
    name: 'the ways to sign in, in Edit Profile',
    role: 'agency-admin',
    open: async page => {
      await press(page, /^User menu/)
      await press(page, 'Edit Profile')
      await page.getByRole('tab', { name: 'Sign-in' }).click()
      await seen(page, 'Google and Apple')
    },
  },
  {
    name: 'the command palette',
    role: 'agency-admin',
    at: calendarOf(demo.approved),
    open: async page => {
      // The page reads its posts once it listens to keys, not before.
      await seen(page, demo.approved.text)
      await page.keyboard.press('Control+k')
      await expect(page.getByLabel('Go to or do')).toBeVisible()
    },
  },
]

// No screen needs another one: every worker takes the next.
test.describe.configure({ mode: 'parallel' })

const desk = { viewport: { width: 1440, height: 900 } }

for (const [where, options] of [
  ['on a desk', desk],
  ['on a phone', phone],
] as const)
  for (const { name, role, at, open } of screens)
    test(`${name}: nothing for axe to object to in both themes ${where}`, async ({
      enter,
      browser,
      troubles,
    }) => {
      const still = { ...options, reducedMotion: 'reduce' } as const
      const signedOut = async () => {
        const page = await (await browser.newContext(still)).newPage()
        troubles.watch(page)
        await page.goto('/')
        return page
      }
      const page = role === 'nobody' ? await signedOut() : await enter(role, still, at)
      await open(page)
      await expectGoodLooks(page)
    })
