import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildPost, buildPostSocial } from '../../../../testing/build-post.ts'
import { sameParts } from './draft.ts'
import { DraftProvider, useEntry } from './draft-context.tsx'
import { DraftStore } from './draft-store.ts'
import { localBackupOf } from './local-backup.ts'

const post = buildPost([
  buildPostSocial({ id: 1, social_network: 'facebook' }),
  buildPostSocial({ id: 2, social_network: 'linkedin' }),
])

const makeStore = () =>
  new DraftStore(post, {
    save: vi.fn(),
    load: async () => post,
    backup: localBackupOf(7, localStorage),
    now: () => 0,
  })

const renders: string[] = []

function Message({ id }: { id: number }) {
  const message = useEntry(id, ({ draft }) => draft.message)
  renders.push(`message ${id}`)
  return (
    <p>
      {id}: {message}
    </p>
  )
}

function Type({ id }: { id: number }) {
  const draft = useEntry(id, entry => entry.draft, sameParts)
  renders.push(`type ${id}`)
  return <p>{draft.type}</p>
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

it('a key renders what shows the message of its version, and nothing else', async () => {
  const store = makeStore()
  render(
    <DraftProvider store={store}>
      {[1, 2].map(id => (
        <div key={id}>
          <Message id={id} />
          <Type id={id} />
        </div>
      ))}
    </DraftProvider>,
  )
  renders.length = 0
  await act(async () => {
    store.type(1, 'Fresh')
    await vi.advanceTimersByTimeAsync(100)
  })
  expect(screen.getByText('1: Fresh')).toBeTruthy()
  expect(renders).toEqual(['message 1'])

  act(() => store.edit(1, draft => ({ ...draft, type: 'link' })))
  expect(screen.getByText('link')).toBeTruthy()
  expect(renders).toEqual(['message 1', 'type 1'])
})
