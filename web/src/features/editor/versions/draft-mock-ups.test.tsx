import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { buildPost, buildPostSocial, uploaded } from '../../../../testing/build-post.ts'
import { buildProject } from '../../../../testing/build-project.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { DraftProvider } from '../draft/draft-context.tsx'
import { DraftStore } from '../draft/draft-store.ts'
import { localBackupOf } from '../draft/local-backup.ts'
import { DraftMockUps } from './draft-mock-ups.tsx'

beforeEach(() => localStorage.clear())

it('Mock-ups show every version as it is written now, and lead to it', async () => {
  const post = buildPost([
    buildPostSocial({
      id: 1,
      social_network: 'facebook',
      message: 'For Facebook',
      attachments: [uploaded(1, 1)],
    }),
    buildPostSocial({ id: 2, social_network: 'twitter', message: 'For Twitter' }),
  ])
  const never = () => new Promise<never>(() => undefined)
  const backup = localBackupOf(7, localStorage)
  const store = new DraftStore(post, { save: never, load: never, backup, now: Date.now })
  const onNetwork = vi.fn()
  renderAs(
    'content-creator',
    <DraftProvider store={store}>
      <DraftMockUps
        post={post}
        project={buildProject('content-creator')}
        current="facebook"
        onNetwork={onNetwork}
      />
    </DraftProvider>,
  )
  const phones = () => within(screen.getByRole('list', { name: 'Mock-ups' })).getAllByRole('listitem')
  const [facebook, twitter] = phones()
  expect(facebook?.textContent).toContain('For Facebook')
  expect(facebook?.querySelector('img[src]')).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Facebook' }).getAttribute('aria-current')).toBe('true')
  act(() => store.edit(2, draft => ({ ...draft, message: 'Not saved yet' })))
  await vi.waitFor(() => expect(twitter?.textContent).toContain('Not saved yet'))

  await userEvent.click(screen.getByRole('button', { name: 'Twitter' }))
  expect(onNetwork).toHaveBeenCalledWith('twitter')
})
