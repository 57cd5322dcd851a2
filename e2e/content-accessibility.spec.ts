import { calendarOf, demo, listOf } from './demo-posts.ts'
import { expect } from './fixtures.ts'
import { cardOf } from './pages/calendar.ts'
import { chooseMore } from './pages/manage-post.ts'
import { dialog, expectVisible, openPost, press, type Screen, walkThrough } from './pages/screens.ts'

walkThrough({
  name: 'Where posts are found, moved in and out, and deleted',
  role: 'agency-admin',
  screens: [
    {
      name: 'the content list',
      at: listOf(demo.draft),
      shows: page => expectVisible(page, demo.draft.text),
    },
    {
      name: 'the import',
      seenIn: 'imports.spec.ts',
      at: 'content/import',
      shows: page => expect(page.getByRole('heading', { name: 'Import posts', level: 1 })).toBeVisible(),
    },
    {
      name: 'the bin',
      at: 'settings/bin',
      shows: page => expect(page.getByRole('heading', { name: 'Bin', level: 1 })).toBeVisible(),
    },
    {
      name: 'the drawer of unscheduled posts',
      seenIn: 'unscheduled.spec.ts',
      at: calendarOf(demo.approved),
      open: page => press(page, /^Unscheduled/),
      // The sheet of a phone and the panel of a desktop are two things.
      shows: page =>
        expect(page.getByLabel('Search unscheduled posts').filter({ visible: true })).toBeVisible(),
    },
    {
      name: 'Calendar feed',
      open: async page => {
        await press(page, /^User menu/)
        await press(page, 'Calendar feed…')
      },
      shows: page => dialog(page, 'Calendar feed'),
    },
    {
      name: 'a hashtag pool with a problem at each field',
      at: 'settings/hashtag',
      open: async page => {
        await press(page, 'Add pool')
        await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
      },
      shows: page => expectVisible(page, 'Pool Name is a required field'),
    },
  ],
})

walkThrough({
  name: 'Copying and changing posts',
  role: 'agency-admin',
  screens: [
    {
      name: 'Duplicate',
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
      // The same dialog, with a project to choose.
      seenIn: 'Duplicate',
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
        // The same dialog with other fields.
        ...(edit === 'Autoposting' ? { seenIn: 'Edit…, Replace' } : {}),
        ...(edit === 'Remove labels' ? { seenIn: 'Edit…, Add label' } : {}),
        at: calendarOf(demo.draft),
        open: async page => {
          await cardOf(page, demo.draft.text).getByLabel('Select').check()
          await press(page, 'Edit…')
          await page
            .getByRole('radiogroup', { name: 'What to edit' })
            .getByText(edit, { exact: true })
            .click()
        },
        shows: page => dialog(page, 'Edit 1 post'),
      }),
    ),
  ],
})
