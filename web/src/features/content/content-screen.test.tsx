import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildPause } from '../../../testing/build-project.ts'
import { contentRow, openContent } from '../../../testing/fake-content-server.tsx'

afterEach(() => vi.unstubAllGlobals())

const rowOf = async (text: string): Promise<HTMLElement> => {
  const row = (await screen.findByText(text)).closest<HTMLElement>('[role=row]')
  if (!row) throw new Error(`No row has ${text}`)
  return row
}

describe('the content list', () => {
  it('shows content, status, publish date in the zone of the project, and last update', async () => {
    const updated = new Date(Date.now() - 3 * 86_400_000).toISOString()
    const scheduled = contentRow({ message: 'Fresh bread', updated_at: updated })
    await openContent({ rows: [scheduled] })
    const row = await rowOf('Fresh bread')
    expect(
      within(row)
        .getAllByRole('gridcell')
        .map(cell => cell.textContent),
    ).toEqual(['', 'Fresh bread', 'Draft', '', '', '23 Nov 2026, 6:05 PM', '3 days ago', ''])
    expect(within(row).getByRole('link').getAttribute('href')).toBe(
      `/3/manage-post/facebook?postId=${scheduled.id}`,
    )
    expect(screen.getAllByRole('columnheader').map(head => head.textContent)).toEqual([
      'Selection',
      'Content information',
      'Status',
      'Waiting for',
      'Deadline',
      'Publish date',
      'Last update',
      'Actions',
    ])
  })

  it('offers an import, and none of a client that is archived', async () => {
    await openContent()
    expect(await screen.findByRole('link', { name: 'Import' })).toBeTruthy()
    cleanup()
    await openContent({ archivedAt: '2026-06-01T08:00:00.000Z' })
    expect(await screen.findByRole('button', { name: 'Views' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Import' })).toBeNull()
  })

  it('shows the still of a film with the sign of one, and a photo without', async () => {
    const preview = '/media/0123/small'
    const photo = { ...contentRow({ message: 'Bread' }), preview }
    const film = { ...contentRow({ message: 'Oven' }), preview, type: 'single_video' as const }
    await openContent({ rows: [photo, film] })
    const coverOf = async (text: string) => (await rowOf(text)).querySelector('img')?.parentElement
    expect((await coverOf('Oven'))?.dataset.film).toBe('true')
    expect((await coverOf('Bread'))?.dataset.film).toBeUndefined()
  })

  it('names what is missing, and when a post that was published at once went live', async () => {
    const empty = contentRow({ message: ' ', isUnscheduled: true })
    const live = {
      ...contentRow({ message: 'Out', isUnscheduled: true }),
      published_at: '2026-11-20T09:00:00.000Z',
    }
    await openContent({ rows: [empty, live] })
    expect((await rowOf('Empty message')).textContent).toContain('schedule is absent')
    expect((await rowOf('Out')).textContent).toContain('20 Nov 2026, 10:00 AM')
  })

  it('says what a pause keeps back', async () => {
    const rows = [
      contentRow({ message: 'Kept', socials: [{ status: 'approved' }] }),
      contentRow({ message: 'Out', socials: [{ status: 'live' }] }),
    ]
    await openContent({ rows, pauses: [buildPause()] })
    expect((await rowOf('Kept')).textContent).toContain('Paused')
    expect((await rowOf('Out')).textContent).not.toContain('Paused')
  })

  it('tells assistive technology how many rows there are, and reads only those that are near', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => contentRow({ message: `Number ${index}` }))
    const { sent } = await openContent({ rows, search: '?span=all' })
    await rowOf('Number 0')
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('1001')
    expect(screen.getAllByRole('row').length).toBeLessThan(60)
    expect(screen.getByText('1000 posts')).toBeTruthy()
    expect(sent('GET').filter(({ path }) => path.includes('/content?'))).toHaveLength(1)
  })

  it('keeps span, filters and columns in the address', async () => {
    const { user, address } = await openContent({ rows: [contentRow({ message: 'Bread' })] })
    await rowOf('Bread')
    await user.click(screen.getByRole('radio', { name: 'All' }))
    await waitFor(() => expect(address()).toBe('/3/content?span=all'))
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Post type', hidden: true }))
    await waitFor(() => expect(address()).toMatch(/columns=status.*updated%2Ctype/))
    expect((await rowOf('Bread')).textContent).toContain('Single photo')
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Live' }))
    await waitFor(() => expect(address()).toContain('status=live'))
    expect(await screen.findByText('No posts match')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
    expect(await rowOf('Bread')).toBeTruthy()
  })

  it('searches a moment after the last key, and keeps the text in the address', async () => {
    const { address, sent } = await openContent({ rows: [contentRow({ message: 'Bread' })] })
    await rowOf('Bread')
    // All at once: typed by a busy machine, the keys would be further apart than the moment.
    const search = screen.getByRole('searchbox', { name: 'Search content' })
    for (const value of ['f', 'fresh', 'fresh bread']) fireEvent.change(search, { target: { value } })
    await waitFor(() => expect(address()).toContain('q=fresh'))
    await waitFor(() =>
      expect(
        sent('GET')
          .filter(({ path }) => path.includes('&q='))
          .map(({ path }) => path),
      ).toHaveLength(1),
    )
  })

  it('moves between rows with the arrow keys, selects with Space and opens with Enter', async () => {
    const rows = ['One', 'Two', 'Three'].map(message => contentRow({ message }))
    const { user, address } = await openContent({ rows })
    ;(await rowOf('One')).focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(async () => expect(document.activeElement).toBe(await rowOf('Two')))
    await user.keyboard(' ')
    expect(await screen.findByText('1 Selected')).toBeTruthy()
    await user.keyboard('{End}')
    await waitFor(async () => expect(document.activeElement).toBe(await rowOf('Three')))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(`/3/manage-post/facebook?postId=${rows[2]?.id}`))
  })

  it('moves with j and k from anywhere, and selects with x', async () => {
    const rows = ['One', 'Two', 'Three'].map(message => contentRow({ message }))
    const { user } = await openContent({ rows })
    await rowOf('One')
    await user.keyboard('j')
    await waitFor(async () => expect(document.activeElement).toBe(await rowOf('One')))
    await user.keyboard('j')
    await waitFor(async () => expect(document.activeElement).toBe(await rowOf('Two')))
    await user.keyboard('x')
    expect(await screen.findByText('1 Selected')).toBeTruthy()
    await user.keyboard('k')
    await waitFor(async () => expect(document.activeElement).toBe(await rowOf('One')))
  })

  it('is sorted by a heading: up, down, and back', async () => {
    const { user, address } = await openContent({ rows: [contentRow({ message: 'Bread' })] })
    await rowOf('Bread')
    const heading = () => screen.getByRole('columnheader', { name: 'Deadline' })
    const press = () => user.click(screen.getByRole('button', { name: 'Deadline' }))
    await press()
    await waitFor(() => expect(address()).toBe('/3/content?sort=deadline'))
    expect(heading().getAttribute('aria-sort')).toBe('ascending')
    await press()
    await waitFor(() => expect(address()).toBe('/3/content?sort=deadline&direction=desc'))
    expect(heading().getAttribute('aria-sort')).toBe('descending')
    await press()
    await waitFor(() => expect(address()).toBe('/3/content'))
  })

  it('says whom a post waits for and until when, and names what it is filtered by', async () => {
    const row = {
      ...contentRow({ message: 'Bread' }),
      decide_by: '2020-11-20T09:00:00.000Z',
      waiting_for: ['Ada or Bo'],
    }
    const { user, address } = await openContent({
      rows: [row],
      search: '?status=draft&social_network=facebook',
    })
    const text = (await rowOf('Bread')).textContent
    expect(text).toContain('Ada or Bo')
    expect(text).toContain('20 Nov 2020, 10:00 AM')
    await user.click(await screen.findByRole('button', { name: 'Remove the filter Draft' }))
    await waitFor(() => expect(address()).toBe('/3/content?social_network=facebook'))
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(address()).toBe('/3/content'))
  })

  it('shows a change made elsewhere by reading only the changed row', async () => {
    const [one, two] = [contentRow({ message: 'One' }), contentRow({ message: 'Two' })]
    const { world, changeElsewhere, sent } = await openContent({ rows: [one, two] })
    await rowOf('One')
    world.rows = [one, { ...two, message: 'Changed', revision: 2 }]
    await changeElsewhere()
    expect(await rowOf('Changed')).toBeTruthy()
    expect(
      sent('GET')
        .filter(({ path }) => path.includes('/rows'))
        .map(({ path }) => path),
    ).toEqual([`/projects/3/content/rows?ids=${two.id}`])
    world.rows = [one]
    await changeElsewhere()
    await waitFor(() => expect(screen.queryByText('Changed')).toBeNull())
  })

  it('selects all, and acts on those that the rules allow', async () => {
    const rows = [
      contentRow({ message: 'Ready', datetime: '2036-11-24T09:00:00.000Z' }),
      contentRow({ message: 'Not yet', isUnscheduled: true }),
    ]
    const { user, sent } = await openContent({ rows })
    await user.click(within(await rowOf('Ready')).getByRole('checkbox'))
    await user.click(await screen.findByRole('button', { name: 'Select all 2' }))
    expect(await screen.findByText('2 Selected')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'To Approval (1)' }))
    const dialog = await screen.findByRole('dialog', { name: 'Send to approval' })
    const unsent = within(within(dialog).getByRole('region', { name: "1 post can't be sent" }))
    expect(unsent.getByText('schedule is absent · Not yet')).toBeTruthy()
    expect(unsent.getByText('The post has no schedule yet.')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(sent('POST')).toMatchObject([
        { path: '/posts/approvals/batch', body: { posts_ids: [rows[0]?.id] } },
      ]),
    )
  })

  it('selects all and none with the box in its head, which shows a part as one', async () => {
    const rows = ['One', 'Two', 'Three'].map(message => contentRow({ message }))
    const { user } = await openContent({ rows })
    await user.click(within(await rowOf('Two')).getByRole('checkbox'))
    expect(await screen.findByText('1 Selected')).toBeTruthy()
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' })
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    await user.click(all)
    expect(await screen.findByText('3 Selected')).toBeTruthy()
    expect([all.checked, all.indeterminate]).toEqual([true, false])
    await user.click(all)
    await waitFor(() => expect(screen.queryByText('3 Selected')).toBeNull())
    expect(all.checked).toBe(false)
  })

  it('closes the filters with Escape, wherever in them the focus is, and returns to their button', async () => {
    const { user } = await openContent({ rows: [contentRow({ message: 'Bread' })] })
    await rowOf('Bread')
    const button = screen.getByRole('button', { name: 'Filters' })
    await user.click(button)
    await user.click(await screen.findByRole('checkbox', { name: 'Live' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Filters' })).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Filters'))
  })

  it('edits the selected posts, and names those without a schedule where they have no part', async () => {
    const rows = [
      contentRow({ message: 'Ready', datetime: '2036-11-24T09:00:00.000Z' }),
      contentRow({ message: 'Idea', isUnscheduled: true }),
    ]
    const { user, sent } = await openContent({ rows })
    await user.click(within(await rowOf('Ready')).getByRole('checkbox'))
    await user.click(await screen.findByRole('button', { name: 'Select all 2' }))
    await user.click(await screen.findByRole('button', { name: 'Edit…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit 2 posts' }))
    await user.type(dialog.getByLabelText('Find'), 'bread{Enter}')
    await waitFor(() =>
      expect(sent('POST')).toMatchObject([
        { path: '/posts/text-matches', body: { post_ids: rows.map(({ id }) => id) } },
      ]),
    )
    await user.click(dialog.getByRole('radio', { name: 'Autoposting' }))
    await user.click(await dialog.findByRole('radio', { name: 'Off' }))
    expect(dialog.getByRole('button', { name: 'Turn off for 1' })).toBeTruthy()
    expect(dialog.getByText('schedule is absent · Idea')).toBeTruthy()
    await user.click(dialog.getByRole('radio', { name: 'Add label' }))
    expect(dialog.getByText(/The day of these posts .* One has no schedule/)).toBeTruthy()
  })

  it('proposes the word that the list was searched for as the one to replace', async () => {
    const { user } = await openContent({ rows: [contentRow({ message: 'Bread' })], search: '?q=bread' })
    await user.click(within(await rowOf('Bread')).getByRole('checkbox'))
    await user.click(await screen.findByRole('button', { name: 'Edit…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit 1 post' }))
    expect(dialog.getByLabelText<HTMLInputElement>('Find').value).toBe('bread')
    expect(dialog.getByRole('button', { name: 'Replace' }).hasAttribute('disabled')).toBe(true)
  })

  it('asks a draft without a schedule for its time', async () => {
    const { user } = await openContent({ rows: [contentRow({ message: 'Idea', isUnscheduled: true })] })
    await user.click(within(await rowOf('Idea')).getByRole('button', { name: 'Actions: Idea' }))
    await user.click(await screen.findByRole('menuitem', { name: 'To Approval', hidden: true }))
    expect(await screen.findByRole('dialog', { name: 'Schedule Post' })).toBeTruthy()
  })

  it('deletes from the menu of a row after asking', async () => {
    const row = contentRow({ message: 'Old', isUnscheduled: true })
    const { user, sent } = await openContent({ rows: [row] })
    await user.click(within(await rowOf('Old')).getByRole('button', { name: 'Actions: Old' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }))
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to delete the content?' })
    await user.click(within(dialog).getByRole('button', { name: /Delete|Yes/ }))
    await waitFor(() => expect(sent('DELETE')).toHaveLength(1))
  })

  it('opens a saved view, and saves the present one under a name', async () => {
    const views = [{ id: 1, name: 'Live posts', search: 'span=all&status=live' }]
    const { user, address, sent } = await openContent({
      rows: [contentRow({ message: 'Bread' })],
      views,
      search: '?span=unscheduled',
    })
    await rowOf('Bread')
    await user.click(screen.getByRole('button', { name: 'Views' }))
    await user.type(await screen.findByRole('textbox', { name: 'Save this view as', hidden: true }), 'Ideas')
    await user.click(screen.getByRole('button', { name: 'Save', hidden: true }))
    await waitFor(() =>
      expect(sent('POST').map(({ body }) => body)).toEqual([{ name: 'Ideas', search: 'span=unscheduled' }]),
    )
    await user.click(screen.getByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('button', { name: 'Live posts', hidden: true }))
    await waitFor(() => expect(address()).toBe('/3/content?span=all&status=live'))
  })

  it('says why it is empty and offers all posts', async () => {
    const { user, address } = await openContent()
    expect(await screen.findByText('No posts on these days')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show all posts' }))
    await waitFor(() => expect(address()).toBe('/3/content?span=all'))
    expect(await screen.findByText('There are no posts yet')).toBeTruthy()
  })

  it('says that it has failed, and tries again', async () => {
    const { user, world } = await openContent({ rows: [contentRow({ message: 'Bread' })], failure: 503 })
    expect(await screen.findByText('Try later.')).toBeTruthy()
    world.failure = null
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await rowOf('Bread')).toBeTruthy()
  })

  it('is not for approvers', async () => {
    await openContent({ role: 'internal-approver' })
    expect(await screen.findByText('You are not allowed to do this.')).toBeTruthy()
  })
})
