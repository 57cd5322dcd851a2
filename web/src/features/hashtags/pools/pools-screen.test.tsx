import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { HashtagPool } from '#domain/hashtags/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import { buildMe, buildOwnProject } from '../../../../testing/build-project.ts'
import { type Call, type FakeServer, openScreen } from '../../../../testing/fake-project-server.tsx'
import { PoolsScreen } from './pools-screen.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pool = (id: number, pool_name: string, hashtags: string): HashtagPool => ({
  id,
  project_id: 3,
  pool_name,
  hashtags,
  tags_count: hashtags.split(' ').length,
  status: 1,
  version: 1,
})
const coffee = pool(7, 'Coffee', '#coffee #latte')
const brand = pool(8, 'Our brand', '#harbor #coffee')

type Options = { pools?: HashtagPool[]; answer?: FakeServer['answer'] }
const open = ({ pools = [], answer = () => null }: Options = {}) =>
  openScreen(() => <PoolsScreen />, {
    answer: request => {
      const special = answer(request)
      if (special) return special
      if (request.path === '/hashtag-pools-list/3') return { data: pools }
      return request.path.endsWith('-hashtag-pool') ? { data: coffee } : null
    },
  })
const as = (role: Role) => (request: Call) => {
  return request.path === '/auth/me' ? { data: buildMe({ projects: [buildOwnProject(role)] }) } : null
}
const modal = async (name: string) => within(await screen.findByRole('dialog', { name }))
const nameOf = (form: Awaited<ReturnType<typeof modal>>) => form.getByRole('textbox', { name: 'Pool name' })
const tagsOf = (form: Awaited<ReturnType<typeof modal>>): HTMLTextAreaElement =>
  form.getByRole('textbox', { name: 'Hashtags' })
const openNew = async (world: Awaited<ReturnType<typeof open>>) => {
  const [button] = await screen.findAllByRole('button', { name: 'Add pool' })
  if (button) await world.user.click(button)
  return modal('Add Hashtag Pool')
}
const openEdit = async (world: Awaited<ReturnType<typeof open>>) => {
  await world.user.click(await screen.findByRole('button', { name: 'Edit Coffee' }))
  return modal('Edit Hashtag Pool')
}
const stubClipboard = (writeText: (text: string) => Promise<void>) =>
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)

describe('the list of hashtag pools', () => {
  test('shows the name, the number and the hashtags of each', async () => {
    await open({ pools: [coffee, pool(9, 'One', '#one')] })
    const list = await screen.findByRole('list', { name: 'Hashtag pools' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(row => row.textContent),
    ).toEqual(['Coffee 2 hashtags#coffee #latte', 'One 1 hashtag#one'])
  })

  test('offers no change of an archived client', async () => {
    const own = { ...buildOwnProject('agency-admin'), archived_at: '2026-06-01T08:00:00.000Z' }
    const answer = ({ path }: Call) =>
      path === '/auth/me' ? { data: buildMe({ archived_projects: [own] }) } : null
    await open({ pools: [coffee], answer })
    await screen.findByRole('button', { name: 'Copy Coffee' })
    expect(screen.queryByRole('button', { name: 'Add pool' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Edit Coffee' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete Coffee' })).toBeNull()
  })

  test('says that there are none and offers to add one', async () => {
    const world = await open()
    expect(await screen.findByText('There are no pools added yet')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Copy pools' })).toBeNull()
    await openNew(world)
  })

  test('says when it cannot be loaded, and tries again', async () => {
    let isDown = true
    const { user } = await open({
      pools: [coffee],
      answer: ({ path }) =>
        isDown && path === '/hashtag-pools-list/3'
          ? { status: 403, code: 'forbidden', message: 'Not now.' }
          : null,
    })
    expect(await screen.findByText('Not now.')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Coffee')).toBeTruthy()
  })

  test.each(['internal-approver', 'external-approver'] as const)('is not shown to %s', async role => {
    const { sent } = await open({ pools: [coffee], answer: as(role) })
    expect(await screen.findByText('You are not allowed to do this.')).toBeTruthy()
    expect(sent('GET').map(({ path }) => path)).not.toContain('/hashtag-pools-list/3')
  })

  test('finds pools by their name or a hashtag if there are many', async () => {
    const many = Array.from({ length: 12 }, (_, index) => pool(100 + index, `Week ${index}`, '#week'))
    const { user } = await open({ pools: [...many, coffee] })
    await user.type(await screen.findByRole('textbox', { name: 'Search pools' }), '#LATTE')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    await user.type(screen.getByRole('textbox', { name: 'Search pools' }), 'x')
    expect(screen.getByText('Not found')).toBeTruthy()
  })
})

describe('a hashtag pool', () => {
  test('is added with hashtags in any form, and their number is shown', async () => {
    const world = await open()
    const form = await openNew(world)
    await world.user.type(nameOf(form), 'Tea')
    await world.user.type(tagsOf(form), 'tea, #Matcha #tea')
    expect(form.getByText('2 hashtags · 1 repeated one is left out')).toBeTruthy()
    await world.user.click(form.getByRole('button', { name: 'Add' }))
    expect(await screen.findByText('Hashtag updated')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(world.sent('POST').map(({ path, body }) => [path, body])).toEqual([
      ['/add-hashtag-pool', { id: 0, project_id: 3, pool_name: 'Tea', hashtags: 'tea, #Matcha #tea' }],
    ])
  })

  test('needs a name and hashtags, and says so below the fields', async () => {
    const world = await open()
    const form = await openNew(world)
    await world.user.click(form.getByRole('button', { name: 'Add' }))
    expect(form.getByText('Pool Name is a required field')).toBeTruthy()
    expect(form.getByText('Hashtag is a required field')).toBeTruthy()
    expect(document.activeElement).toBe(nameOf(form))
    await world.user.type(nameOf(form), 'Tea')
    await world.user.type(tagsOf(form), '#2026')
    expect(form.getByText(/^“2026” is not a hashtag/)).toBeTruthy()
    expect(world.sent('POST')).toEqual([])
  })

  test('takes only the hashtags of a pasted text, or all of it on demand', async () => {
    const world = await open()
    const form = await openNew(world)
    await world.user.type(tagsOf(form), '#tea ')
    await world.user.paste('Good morning! #coffee is #great.')
    expect(tagsOf(form).value).toBe('#tea #coffee #great ')
    expect(form.getByText(/Took 2 hashtags from the pasted text and left its other words out\./)).toBeTruthy()
    await world.user.click(form.getByRole('button', { name: 'Paste all of it' }))
    expect(tagsOf(form).value).toBe('#tea Good morning! #coffee is #great.')
    await world.user.clear(tagsOf(form))
    await world.user.paste('coffee latte')
    expect(tagsOf(form).value).toBe('coffee latte')
  })

  test('that has more hashtags than Instagram takes says how many', async () => {
    const world = await open()
    const form = await openNew(world)
    tagsOf(form).focus()
    await world.user.paste(Array.from({ length: 34 }, (_, index) => `#t${index}`).join(' '))
    expect(form.getByText('Instagram takes 30 hashtags in a post: 4 too many')).toBeTruthy()
  })

  test('that is typed but not added is not lost by Escape', async () => {
    const world = await open()
    const form = await openNew(world)
    await world.user.type(tagsOf(form), '#tea')
    await world.user.keyboard('{Escape}')
    expect(await screen.findByText('The pool is not added yet.')).toBeTruthy()
    await world.user.click(screen.getByRole('button', { name: 'Stay' }))
    expect(tagsOf(await modal('Add Hashtag Pool')).value).toBe('#tea')
  })

  test('is changed on the version that was seen', async () => {
    const world = await open({ pools: [coffee] })
    const form = await openEdit(world)
    await world.user.type(tagsOf(form), ' #espresso')
    await world.user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Hashtag updated')).toBeTruthy()
    expect(world.sent('PUT').map(({ path, body }) => [path, body])).toEqual([
      [
        '/update-hashtag-pool',
        { id: 7, project_id: 3, pool_name: 'Coffee', version: 1, hashtags: '#coffee #latte #espresso' },
      ],
    ])
  })

  test('shows the server’s text if it refuses, and keeps what was typed', async () => {
    const world = await open({
      answer: ({ method }) =>
        method === 'POST' ? { status: 503, code: 'unavailable', message: 'Down for a minute.' } : null,
    })
    const form = await openNew(world)
    await world.user.type(nameOf(form), 'Tea')
    await world.user.type(tagsOf(form), '#tea')
    await world.user.click(form.getByRole('button', { name: 'Add' }))
    expect(await form.findByText('Down for a minute.')).toBeTruthy()
    expect(tagsOf(form).value).toBe('#tea')
  })

  const late = (status: number, code: string) => {
    let isLate = true
    return ({ method }: Call) => {
      if (method !== 'PUT' || !isLate) return null
      isLate = false
      return { status, code, message: 'Too late.' }
    }
  }

  test.each([
    ['Keep my version', '#coffee #latte #mine'],
    ['Take their version', '#theirs'],
  ])('that somebody else has changed is not overwritten: %s', async (choice, hashtags) => {
    const pools = [coffee]
    const refuse = late(409, 'stale_version')
    const world = await open({
      pools,
      answer: request => {
        const refused = refuse(request)
        if (refused) pools[0] = { ...coffee, hashtags: '#theirs', version: 2 }
        return refused
      },
    })
    const form = await openEdit(world)
    await world.user.type(tagsOf(form), ' #mine')
    await world.user.click(form.getByRole('button', { name: 'Save' }))
    const warning = within(await form.findByRole('alert', { name: 'Someone else has changed this pool' }))
    expect(warning.getByText('#theirs')).toBeTruthy()
    expect(form.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await world.user.click(warning.getByRole('button', { name: choice }))
    expect(tagsOf(form).value).toBe(hashtags)
    await world.user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(world.sent('PUT')).toHaveLength(2))
    expect(world.sent('PUT')[1]?.body).toMatchObject({ id: 7, version: 2, hashtags })
  })

  test('that somebody else has deleted can be added as a new one', async () => {
    const pools = [coffee]
    const refuse = late(404, 'not_found')
    const world = await open({
      pools,
      answer: request => {
        const refused = refuse(request)
        if (refused) pools.pop()
        return refused
      },
    })
    const form = await openEdit(world)
    await world.user.click(form.getByRole('button', { name: 'Save' }))
    await world.user.click(await form.findByRole('button', { name: 'Make it a new pool' }))
    await world.user.click(form.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(world.sent('POST').map(({ body }) => body)).toEqual([
        { id: 0, project_id: 3, pool_name: 'Coffee', hashtags: '#coffee #latte' },
      ]),
    )
  })

  test('is deleted after the question, and restored by Undo', async () => {
    const world = await open({ pools: [coffee] })
    const ask = async () => {
      await world.user.click(await screen.findByRole('button', { name: 'Delete Coffee' }))
      return modal('Are you sure you want to delete the hashtag pool?')
    }
    await world.user.click((await ask()).getByRole('button', { name: 'No' }))
    expect(world.sent('DELETE')).toEqual([])
    await world.user.click((await ask()).getByRole('button', { name: 'Yes' }))
    expect(await screen.findByText('Hashtag deleted')).toBeTruthy()
    expect(world.sent('DELETE').map(({ path }) => path)).toEqual(['/delete-hashtag-pool/7'])
    await world.user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(world.sent('POST').map(({ body }) => body)).toEqual([{ kind: 'hashtag_pool', ids: [7] }]),
    )
  })
})

describe('copying pools', () => {
  test('puts one pool on the clipboard', async () => {
    const world = await open({ pools: [coffee] })
    const writeText = stubClipboard(async () => undefined)
    await world.user.click(await screen.findByRole('button', { name: 'Copy Coffee' }))
    expect(await screen.findByText('2 hashtags copied')).toBeTruthy()
    expect(writeText).toHaveBeenCalledWith('#coffee #latte')
  })

  test('joins the chosen pools with spaces, each hashtag once', async () => {
    const world = await open({ pools: [coffee, brand] })
    const writeText = stubClipboard(async () => undefined)
    await screen.findByText('Coffee')
    await world.user.click(screen.getAllByRole('button', { name: 'Copy pools' })[0] as HTMLElement)
    const list = await modal('Copy hashtags')
    expect(list.getByRole('button', { name: 'Copy' })).toHaveProperty('disabled', true)
    await world.user.click(list.getByRole('checkbox', { name: /^Coffee/ }))
    await world.user.click(list.getByRole('checkbox', { name: /^Our brand/ }))
    expect(list.getByText('3 hashtags')).toBeTruthy()
    expect(list.getByText('Instagram takes 30 hashtags in a post')).toBeTruthy()
    await world.user.click(list.getByRole('button', { name: 'Copy' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(writeText).toHaveBeenCalledWith('#coffee #latte #harbor')
  })

  test('that the browser refuses is said, and the list stays open', async () => {
    const world = await open({ pools: [coffee] })
    stubClipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
    await screen.findByText('Coffee')
    await world.user.click(screen.getAllByRole('button', { name: 'Copy pools' })[0] as HTMLElement)
    const list = await modal('Copy hashtags')
    await world.user.click(list.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText(/did not allow copying/)).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'Copy hashtags' })).toBeTruthy()
  })
})
