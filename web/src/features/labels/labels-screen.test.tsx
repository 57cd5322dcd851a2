import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DayLabel } from '#domain/labels/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import { buildMe, buildOwnProject } from '../../../testing/build-project.ts'
import { type Call, type FakeServer, openScreen } from '../../../testing/fake-project-server.tsx'
import { LabelsScreen } from './labels-screen.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const label = (id: number, text: string, start_at: string, end_at = start_at): DayLabel => ({
  id,
  day_label_id: id,
  project_id: 3,
  text,
  color: '#d94f4f',
  start_at,
  end_at,
})
const friday = label(7, 'Black Friday', '2026-11-27')
const advent = label(8, 'Advent', '2026-12-01', '2026-12-24')
const launch = label(9, 'Winter blend launch', '2026-11-10', '2026-11-12')

type Options = { labels?: DayLabel[]; answer?: FakeServer['answer'] }
const open = ({ labels = [], answer = () => null }: Options = {}) =>
  openScreen(() => <LabelsScreen />, {
    answer: request =>
      answer(request) ??
      (request.method === 'GET' && request.path === '/projects/3/daylabels' ? { data: labels } : null) ??
      (request.method !== 'DELETE' && request.path.startsWith('/daylabels') ? { data: friday } : null),
  })
const as = (role: Role) => (request: Call) => {
  return request.path === '/auth/me' ? { data: buildMe({ projects: [buildOwnProject(role)] }) } : null
}

const modal = async (name: string) => within(await screen.findByRole('dialog', { name }))
const openNew = async (world: Awaited<ReturnType<typeof open>>) => {
  const [button] = await screen.findAllByRole('button', { name: 'Add label' })
  if (button) await world.user.click(button)
  return modal('Add Label')
}

describe('the list of labels', () => {
  test('starts with upcoming labels, and ends with past ones', async () => {
    await open({ labels: [advent, launch, friday] })
    const texts = (list: HTMLElement) =>
      within(list)
        .getAllByRole('listitem')
        .map(row => row.textContent)
    expect(texts(await screen.findByRole('list', { name: 'Today and later' }))).toEqual([
      'Black Friday27 Nov 2026',
      'Advent1 – 24 Dec 2026 · 24 days',
    ])
    expect(texts(screen.getByRole('list', { name: 'Past' }))).toEqual([
      'Winter blend launch10 – 12 Nov 2026 · 3 days',
    ])
    expect(screen.getByRole('link', { name: '1 – 24 Dec 2026' }).getAttribute('href')).toBe(
      '/3/calendar?date=2026-12-01',
    )
  })

  test('searches labels by their text if there are many', async () => {
    const many = Array.from({ length: 12 }, (_, index) => label(100 + index, `Week ${index}`, '2026-12-01'))
    const { user } = await open({ labels: [...many, launch] })
    await user.click(await screen.findByRole('textbox', { name: 'Search labels' }))
    await user.paste('WEEK 11')
    expect(screen.getAllByRole('listitem').map(row => row.textContent)).toEqual(['Week 111 Dec 2026'])
    await user.type(screen.getByRole('textbox', { name: 'Search labels' }), 'x')
    expect(screen.getByText('Not found')).toBeTruthy()
  })

  test('says when it is empty', async () => {
    await open()
    expect(await screen.findByText('There are no labels added yet')).toBeTruthy()
  })

  test('says when it cannot be loaded, and tries again', async () => {
    let isDown = true
    const { user } = await open({
      labels: [friday],
      answer: ({ path }) =>
        isDown && path === '/projects/3/daylabels'
          ? { status: 403, code: 'forbidden', message: 'Not now.' }
          : null,
    })
    expect(await screen.findByText('Not now.')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Black Friday')).toBeTruthy()
  })

  test.each([
    ['agency-admin', 3],
    ['content-creator', 3],
    ['external-approver', 0],
  ] as const)('offers %s %i buttons', async (role, count) => {
    await open({ labels: [friday], answer: as(role) })
    await screen.findByText('Black Friday')
    const buttons = screen.queryAllByRole('button', { name: /Black Friday/ })
    const adding = screen.queryAllByRole('button', { name: 'Add label' })
    expect(buttons.length + Math.min(adding.length, 1)).toBe(count)
  })
})

describe('a label', () => {
  test('is added on one day unless a second one is picked', async () => {
    const world = await open()
    const form = await openNew(world)
    await world.user.type(form.getByRole('textbox', { name: 'Label' }), ' Thanksgiving ')
    await world.user.click(form.getByRole('radio', { name: 'Yellow' }))
    await world.user.click(form.getByRole('button', { name: '26 November 2026' }))
    expect(form.getByText('20 – 26 Nov 2026 · 7 days')).toBeTruthy()
    await world.user.click(form.getByRole('button', { name: '26 November 2026' }))
    expect(form.getByText('26 Nov 2026 · 1 day')).toBeTruthy()
    await world.user.click(form.getByRole('button', { name: 'Add' }))
    expect(await screen.findByText('Label added')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(world.sent('POST').map(({ path, body }) => [path, body])).toEqual([
      [
        '/daylabels',
        { project_id: 3, text: ' Thanksgiving ', color: '#f2c14e', start_at: '2026-11-26', end_at: '' },
      ],
    ])
  })

  test('that is typed but not added is not lost by Escape, and Cancel discards it', async () => {
    const world = await open()
    const form = await openNew(world)
    await world.user.type(form.getByRole('textbox', { name: 'Label' }), 'Thanksgiving')
    await world.user.keyboard('{Escape}')
    expect(await screen.findByText('The label is not added yet.')).toBeTruthy()
    await world.user.click(screen.getByRole('button', { name: 'Stay' }))
    const text = (await modal('Add Label')).getByRole('textbox', { name: 'Label' })
    expect((text as HTMLInputElement).value).toBe('Thanksgiving')
    await world.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('needs a text and a color, and says so below the field', async () => {
    const world = await open()
    const form = await openNew(world)
    const text = form.getByRole('textbox', { name: 'Label' })
    const add = form.getByRole('button', { name: 'Add' })
    await world.user.click(add)
    expect(form.getByText('Label is required')).toBeTruthy()
    expect(document.activeElement).toBe(text)
    await world.user.type(text, 'ab')
    expect(form.getByText('Please enter a label between 3 and 255 characters')).toBeTruthy()
    await world.user.type(text, 'c')
    const code = form.getByRole('textbox', { name: 'Color code' })
    await world.user.clear(code)
    await world.user.click(add)
    expect(form.getByText('Color is required')).toBeTruthy()
    expect(document.activeElement).toBe(code)
    expect(world.sent('POST')).toEqual([])
    await world.user.type(code, 'FC0')
    await world.user.click(add)
    expect(form.getByText('Color is required')).toBeTruthy()
    await world.user.clear(code)
    await world.user.type(code, '#FC0')
    await world.user.click(add)
    await waitFor(() => expect(world.sent('POST')).toMatchObject([{ body: { color: '#ffcc00' } }]))
  })

  test('is changed, and the toast has the fixed wording', async () => {
    const world = await open({ labels: [friday] })
    await world.user.click(await screen.findByRole('button', { name: 'Edit Black Friday' }))
    const form = await modal('Edit Label')
    expect(form.getByRole('radio', { name: 'Red' })).toHaveProperty('checked', true)
    await world.user.type(form.getByRole('textbox', { name: 'Label' }), ' week')
    await world.user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Label added')).toBeTruthy()
    expect(world.sent('PUT')).toMatchObject([
      { path: '/daylabels/7', body: { day_label_id: 7, project_id: 3, text: 'Black Friday week' } },
    ])
  })

  test('keeps what was typed if the server refuses', async () => {
    const world = await open({
      answer: ({ method }) =>
        method === 'POST'
          ? {
              status: 422,
              code: 'validation_error',
              message: 'No',
              errors: { end_at: ['A label covers 366 days at most'] },
            }
          : null,
    })
    const form = await openNew(world)
    await world.user.type(form.getByRole('textbox', { name: 'Label' }), 'Sale')
    await world.user.click(form.getByRole('button', { name: 'Add' }))
    expect(await form.findByText('A label covers 366 days at most')).toBeTruthy()
    expect(form.getByDisplayValue('Sale')).toBeTruthy()
  })

  test('is deleted after the fixed question, and restored by Undo', async () => {
    const world = await open({ labels: [friday] })
    const ask = async () => {
      await world.user.click(await screen.findByRole('button', { name: 'Delete Black Friday' }))
      return modal('Are you sure you want to delete the label?')
    }
    await world.user.click((await ask()).getByRole('button', { name: 'No' }))
    expect(world.sent('DELETE')).toEqual([])
    await world.user.click((await ask()).getByRole('button', { name: 'Yes' }))
    expect(await screen.findByText('Label deleted')).toBeTruthy()
    expect(world.sent('DELETE').map(({ path }) => path)).toEqual(['/daylabels/7'])
    await world.user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(world.sent('POST').map(({ body }) => body)).toEqual([{ kind: 'day_label', ids: [7] }]),
    )
  })

  test('can be deleted from its form, and No leaves the form as it was', async () => {
    const world = await open({ labels: [friday] })
    await world.user.click(await screen.findByRole('button', { name: 'Edit Black Friday' }))
    const form = await modal('Edit Label')
    await world.user.type(form.getByRole('textbox', { name: 'Label' }), ' week')
    await world.user.click(form.getByRole('button', { name: 'Delete' }))
    const question = await modal('Are you sure you want to delete the label?')
    await world.user.click(question.getByRole('button', { name: 'No' }))
    expect((await modal('Edit Label')).getByDisplayValue('Black Friday week')).toBeTruthy()
    await world.user.click((await modal('Edit Label')).getByRole('button', { name: 'Delete' }))
    await world.user.click(
      (await modal('Are you sure you want to delete the label?')).getByRole('button', { name: 'Yes' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(world.sent('DELETE')).toHaveLength(1)
  })
})
