import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PostSocial } from '#domain/posts/model.ts'
import { queryKeys } from '#web/platform/query.ts'
import { toast } from '#web/ui/toast.tsx'
import { buildCampaign } from '../../../../testing/build-campaign.ts'
import { buildPost, buildPostSocial } from '../../../../testing/build-post.ts'
import { buildProject, renderAs } from '../../../../testing/render-in-project.tsx'
import { DraftProvider } from '../draft/draft-context.tsx'
import { DraftStore } from '../draft/draft-store.ts'
import { localBackupOf } from '../draft/local-backup.ts'
import { LinkParametersLine } from './link-parameters-line.tsx'

const usual = 'utm_source=social&utm_campaign={campaign}'
const open = (parts: readonly Partial<PostSocial>[], template = usual, campaign_id: number | null = 7) => {
  const networks = ['facebook', 'linkedin'] as const
  const post = buildPost(
    parts.map((part, index) =>
      buildPostSocial({
        id: index + 1,
        social_network: networks[index] ?? 'twitter',
        first_comment: '',
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
  const project = {
    ...buildProject('content-creator'),
    settings: template === '' ? [] : [{ name: 'link-parameters', value: template }],
  }
  renderAs(
    'content-creator',
    <DraftProvider store={store}>
      <LinkParametersLine
        post={{ campaign_id }}
        project={project}
        writable={post.post_socials.map(({ id }) => id)}
      />
    </DraftProvider>,
    [[queryKeys.campaigns(3), [buildCampaign()]]],
  )
  const drafts = () => [...store.getState().entries.values()].map(({ draft }) => draft)
  return { store, drafts, user: userEvent.setup(), line: () => screen.queryByRole('group')?.textContent }
}
const add = () => screen.getByRole('button', { name: 'Add parameters' })
const message = 'Come to https://a.example/x!'

const offered = vi.fn<typeof toast.undoable>()
const undo = () => act(() => offered.mock.lastCall?.[1]())
beforeEach(() => {
  localStorage.clear()
  vi.spyOn(toast, 'undoable').mockImplementation(offered)
})
afterEach(() => vi.restoreAllMocks())

it('Links of a shared text get the parameters of the campaign, and Undo takes them out', async () => {
  const shared = { message, follows_shared: true }
  const { user, drafts, line } = open([shared, shared])
  expect(line()).toContain('1 link without parameters.')
  await user.click(add())
  const longer = 'Come to https://a.example/x?utm_source=social&utm_campaign=black-friday!'
  expect(drafts()).toMatchObject(Array(2).fill({ message: longer, isFollowing: true }))
  expect(line()).toBeUndefined()
  undo()
  expect(drafts()).toMatchObject(Array(2).fill({ message, isFollowing: true }))
})

it('Parameters that name the network give each its own text, which is said before', async () => {
  const shared = { message, follows_shared: true }
  const { user, drafts, line } = open([shared, shared], 'utm_source={network}')
  expect(line()).toContain('With them each network has a text of its own.')
  await user.click(add())
  expect(drafts()).toMatchObject(
    ['facebook', 'linkedin'].map(network => ({
      message: `Come to https://a.example/x?utm_source=${network}!`,
      isFollowing: false,
    })),
  )
  undo()
  expect(drafts()).toMatchObject(Array(2).fill({ message, isFollowing: true }))
})

it('A text that was changed since is not overwritten by Undo', async () => {
  const said = vi.spyOn(toast, 'error')
  const { user, drafts, store } = open([{ message }])
  await user.click(add())
  store.type(1, 'Something else')
  undo()
  expect(drafts()).toMatchObject([{ message: 'Something else' }])
  expect(said).toHaveBeenCalledWith(expect.stringContaining('has been changed since'))
})

it('Cards and first comments count too; what has parameters, and a project without a template, do not', () => {
  const { line } = open([
    { message: 'https://a.example/?utm_term=b', first_comment: 'https://a.example', follows_shared: false },
    { message, follows_shared: false },
  ])
  expect(line()).toContain('2 links without parameters.')
})

it('Without a template nothing is offered', () => {
  expect(open([{ message }], '').line()).toBeUndefined()
})
