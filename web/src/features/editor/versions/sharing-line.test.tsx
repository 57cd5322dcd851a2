import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#domain/permissions/table.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import { toast } from '#web/ui/toast.tsx'
import { buildPost, buildPostSocial } from '../../../../testing/build-post.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { DraftProvider } from '../draft/draft-context.tsx'
import { DraftStore } from '../draft/draft-store.ts'
import { localBackupOf } from '../draft/local-backup.ts'
import { NetworkCounts } from '../message/network-counts.tsx'
import { SharingLine } from './sharing-line.tsx'

const round = (type: 'internal' | 'external', status: 'approved' | 'open') =>
  ({ id: 1, type, status }) as PostSocial['approvals'][number]

const open = (parts: readonly Partial<PostSocial>[], { role = 'content-creator' as Role, id = 1 } = {}) => {
  const networks = ['facebook', 'instagram', 'twitter'] as const
  const post = buildPost(
    parts.map((part, index) =>
      buildPostSocial({
        id: index + 1,
        social_network: networks[index] ?? 'linkedin',
        message: 'Hello',
        follows_shared: true,
        ...part,
      }),
    ),
  )
  const never = () => new Promise<never>(() => undefined)
  const store = new DraftStore(post, {
    save: never,
    load: never,
    backup: localBackupOf(7, localStorage),
    now: Date.now,
  })
  const ids = post.post_socials.map(social => social.id)
  const validator = {
    messageLength: (_network: string, { message }: { message: string }) => message.length,
    firstCommentLength: () => 0,
    advice: () => null,
    problemsOf: () => [],
  }
  renderAs(
    role,
    <DraftProvider store={store}>
      <SharingLine post={post} actor={{ role }} id={id} ids={ids} />
      <NetworkCounts ids={ids} validator={validator} problemsOf={() => []} onSelect={vi.fn()} />
    </DraftProvider>,
  )
  return {
    store,
    user: userEvent.setup(),
    line: () => screen.queryByRole('region', { name: 'What a change reaches' }),
  }
}
const saying = (store: DraftStore) => [...store.getState().entries.values()].map(({ draft }) => draft.message)

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

it('A version whose own file is on its way cannot follow before the file has arrived', () => {
  const { store } = open([{}, { follows_shared: false }], { id: 2 })
  const follow = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Follow the shared text' })
  expect(follow().disabled).toBe(false)
  act(() => store.edit(2, draft => ({ ...draft, awaitedFiles: ['cup.jpg'] })))
  expect(follow().disabled).toBe(true)
  expect(follow().title).toBe('A file for Instagram is still being uploaded.')
})

describe('A version that follows the shared text', () => {
  it('says for which networks somebody is writing, and is adapted with one button', async () => {
    const { store, user, line } = open([{}, {}, {}])
    expect(line()?.textContent).toContain(
      'Follows the shared text · you are writing for Facebook, Instagram and Twitter',
    )
    await user.click(screen.getByRole('button', { name: 'Adapt Facebook' }))
    expect(line()?.textContent).toContain('Adapted for Facebook · only Facebook changes')
    store.type(1, 'Only here')
    expect(saying(store)).toEqual(['Only here', 'Hello', 'Hello'])
  })

  it('cannot be adapted if it is the last one: its text is the shared one', () => {
    const { line } = open([{}, { follows_shared: false }])
    expect(line()?.textContent).toContain('only Facebook changes')
    expect(screen.queryByRole('button', { name: /Adapt/ })).toBe(null)
  })
})

describe('An adapted version', () => {
  it('follows again with one button, and Undo brings its own text back', async () => {
    const undoable = vi.spyOn(toast, 'undoable').mockReturnValue('')
    const { store, user } = open([{ follows_shared: false, message: 'Own' }, {}, {}])
    await user.click(screen.getByRole('button', { name: 'Follow the shared text' }))
    expect(saying(store)).toEqual(['Hello', 'Hello', 'Hello'])
    expect(screen.getByRole('button', { name: 'Adapt Facebook' })).toBeTruthy()
    expect(undoable).toHaveBeenCalledWith('Facebook follows the shared text', expect.any(Function))
    undoable.mock.calls[0]?.[1]()
    expect(saying(store)).toEqual(['Own', 'Hello', 'Hello'])
  })
})

it('A post without shared text has no such line', () => {
  const { line } = open([{ follows_shared: false }, { follows_shared: false }])
  expect(line()).toBe(null)
})

describe('Before a change reaches an approved version', () => {
  const approved: Partial<PostSocial> = { status: 'approved', approvals: [round('internal', 'approved')] }
  it('the line says that it goes back to approval, whichever version is on the screen', () => {
    const { line } = open([{}, approved])
    expect(line()?.textContent).toContain('A change sends Instagram back to approval.')
  })
  it('nothing is said about a version that a change does not reach, or to somebody who may approve it', () => {
    expect(open([{}, {}, { ...approved, follows_shared: false }]).line()?.textContent).not.toContain(
      'approval',
    )
  })
  it('nothing is said to somebody whose change is an approval', () => {
    expect(open([{}, approved], { role: 'agency-admin' }).line()?.textContent).not.toContain('approval')
  })
  it('an open round is said to start again', () => {
    const waiting: Partial<PostSocial> = {
      status: 'pending_internal_approval',
      approvals: [round('internal', 'open')],
    }
    expect(open([waiting, {}]).line()?.textContent).toContain(
      'Facebook is in approval: after a change, approvals given so far do not count.',
    )
  })
})

it('The counters say how the text fits each network', async () => {
  const { store } = open([{}, {}, {}])
  const counts = screen.getByRole('list', { name: 'How the text fits each network' })
  expect(within(counts).getByRole('button', { name: /Twitter ok/ })).toBeTruthy()
  store.edit(1, draft => ({ ...draft, message: 'a'.repeat(268) }))
  expect(await within(counts).findByRole('button', { name: /Twitter 12 left/ })).toBeTruthy()
  store.edit(1, draft => ({ ...draft, message: 'a'.repeat(290) }))
  expect(await within(counts).findByRole('button', { name: /Twitter 10 over/ })).toBeTruthy()
  expect(within(counts).getByRole('button', { name: /Instagram ok/ })).toBeTruthy()
})
