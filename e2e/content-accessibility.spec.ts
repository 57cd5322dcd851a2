import { calendarOf, demo, listOf } from './demo-posts.ts'
import { expect } from './fixtures.ts'
import { cardOf } from './pages/calendar.ts'
import { chooseMore } from './pages/manage-post.ts'
import {
  checkScreens,
  dialog,
  expectVisible,
  openItem,
  openPost,
  press,
  type Screen,
} from './pages/screens.ts'

/** Where posts are found, reused, moved in and out, and deleted. */
const screens: readonly Screen[] = [
  {
    name: 'the content list',
    role: 'agency-admin',
    at: listOf(demo.draft),
    shows: page => expectVisible(page, demo.draft.text),
  },
  {
    name: 'the import',
    role: 'content-creator',
    at: 'content/import',
    shows: page => expect(page.getByRole('heading', { name: 'Import posts', level: 1 })).toBeVisible(),
  },
  {
    name: 'the bin',
    role: 'content-creator',
    at: 'settings/bin',
    shows: page => expect(page.getByRole('heading', { name: 'Bin', level: 1 })).toBeVisible(),
  },
  {
    name: 'the drawer of unscheduled posts',
    role: 'agency-admin',
    at: calendarOf(demo.approved),
    open: page => press(page, /^Unscheduled/),
    // The sheet of a phone and the panel of a desktop are two things.
    shows: page =>
      expect(page.getByLabel('Search unscheduled posts').filter({ visible: true })).toBeVisible(),
  },
  {
    name: 'Activity',
    role: 'external-approver',
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
    name: 'Calendar feed',
    role: 'agency-admin',
    open: async page => {
      await press(page, /^User menu/)
      await press(page, 'Calendar feed…')
    },
    shows: page => dialog(page, 'Calendar feed'),
  },
  {
    name: 'Duplicate',
    role: 'agency-admin',
    at: calendarOf(demo.draft),
    open: async page => {
      await openPost(page, demo.draft)
      await chooseMore(page, 'Duplicate…')
    },
    shows: async page => {
      await dialog(page, 'Duplicate the content')
      await expect(page.getByRole('switch', { name: 'LinkedIn' })).toBeAttached()
    },
  },
  {
    name: 'Clone to…',
    role: 'agency-admin',
    at: calendarOf(demo.draft),
    open: async page => {
      await openPost(page, demo.draft)
      await chooseMore(page, 'Clone to…')
    },
    shows: async page => {
      await dialog(page, 'Clone to…')
      await expect(page.getByRole('switch', { name: 'LinkedIn' })).toBeAttached()
    },
  },
  ...(['Replace', 'Autoposting', 'Add label', 'Remove labels'] as const).map(
    (edit): Screen => ({
      name: `Edit…, ${edit}`,
      role: 'agency-admin',
      at: calendarOf(demo.draft),
      open: async page => {
        await cardOf(page, demo.draft.text).getByLabel('Select').check()
        await press(page, 'Edit…')
        await page.getByRole('radiogroup', { name: 'What to edit' }).getByText(edit, { exact: true }).click()
      },
      shows: page => dialog(page, 'Edit 1 post'),
    }),
  ),
]

checkScreens(screens)
