import { screen, waitFor, within } from '@testing-library/react'
import { $getRoot, getNearestEditorFromDOMNode, UNDO_COMMAND } from 'lexical'
import { afterEach, expect, test, vi } from 'vitest'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { buildPost, buildPostSocial } from '../../../../testing/build-post.ts'
import { openScreen } from '../../../../testing/fake-project-server.tsx'
import { DraftProvider } from '../draft/draft-context.tsx'
import { DraftStore } from '../draft/draft-store.ts'
import { localBackupOf } from '../draft/local-backup.ts'
import { CopyFromPool } from './copy-from-pool.tsx'
import { MessageField } from './message-field.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const pool = (id: number, pool_name: string, hashtags: string) => ({
  id,
  project_id: 3,
  pool_name,
  hashtags,
  tags_count: hashtags.split(' ').length,
  status: 1,
  version: 1,
})
const pools = [pool(7, 'Coffee', '#coffee #latte'), pool(8, 'Our brand', '#harbor #coffee')]

const open = async (part: Partial<PostSocial>, list: object[] = pools) => {
  const post = buildPost([buildPostSocial(part)])
  const store = new DraftStore(post, {
    save: () => new Promise<Post>(() => undefined),
    load: async () => post,
    backup: localBackupOf(7, localStorage),
    now: () => 0,
  })
  const world = await openScreen(
    () => (
      <DraftProvider store={store}>
        <CopyFromPool id={1} />
        <MessageField id={1} validator={null} />
      </DraftProvider>
    ),
    { answer: ({ path }) => (path === '/hashtag-pools-list/3' ? { data: list } : null) },
  )
  return { ...world, draft: () => store.getState().entries.get(1)?.draft }
}
const openDialog = async ({ user }: Awaited<ReturnType<typeof open>>) => {
  await user.click(await screen.findByRole('button', { name: 'Copy from Hashtag Pool' }))
  return within(await screen.findByRole('dialog', { name: 'Copy from Hashtag Pool' }))
}
const editor = () => {
  const found = getNearestEditorFromDOMNode(document.getElementById('post-message'))
  if (!found) throw new Error('no editor')
  return found
}

test('pools go to the end of a message that has no caret, without what it has, and the editor undoes them', async () => {
  const world = await open({ message: 'Fresh #Latte' })
  const dialog = await openDialog(world)
  await world.user.click(await dialog.findByRole('checkbox', { name: /^Coffee/ }))
  await world.user.click(dialog.getByRole('checkbox', { name: /^Our brand/ }))
  expect(dialog.getByText('2 hashtags · the message already has 1 more')).toBeTruthy()
  await world.user.click(dialog.getByRole('button', { name: 'Into message' }))
  await waitFor(() => expect(world.draft()?.message).toBe('Fresh #Latte #coffee #harbor'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  editor().dispatchCommand(UNDO_COMMAND, undefined)
  await waitFor(() => expect(world.draft()?.message).toBe('Fresh #Latte'))
})

test.each([
  [5, 'Fresh #coffee #latte beans'],
  [6, 'Fresh #coffee #latte beans'],
  [0, '#coffee #latte Fresh beans'],
])('pools go to the caret at %i, with spaces around them', async (at, message) => {
  const world = await open({ message: 'Fresh beans' })
  await screen.findByText('Fresh beans')
  editor().update(() => $getRoot().getAllTextNodes()[0]?.select(at, at), { discrete: true })
  const dialog = await openDialog(world)
  await world.user.click(await dialog.findByRole('checkbox', { name: /^Coffee/ }))
  await world.user.click(dialog.getByRole('button', { name: 'Into message' }))
  await waitFor(() => expect(world.draft()?.message).toBe(message))
})

test('pools replace nothing that is selected', async () => {
  const world = await open({ message: 'Fresh beans' })
  await screen.findByText('Fresh beans')
  editor().update(() => $getRoot().getAllTextNodes()[0]?.select(11, 6), { discrete: true })
  const dialog = await openDialog(world)
  await world.user.click(await dialog.findByRole('checkbox', { name: /^Coffee/ }))
  await world.user.click(dialog.getByRole('button', { name: 'Into message' }))
  await waitFor(() => expect(world.draft()?.message).toBe('Fresh beans #coffee #latte'))
})

test('pools go into an empty message as they are', async () => {
  const world = await open({ message: '' })
  const dialog = await openDialog(world)
  await world.user.click(await dialog.findByRole('checkbox', { name: /^Coffee/ }))
  await world.user.click(dialog.getByRole('button', { name: 'Into message' }))
  await waitFor(() => expect(world.draft()?.message).toBe('#coffee #latte'))
})

test('pools go into the first comment, and Undo takes them out', async () => {
  const world = await open({ first_comment: 'More:' })
  const dialog = await openDialog(world)
  await world.user.click(await dialog.findByRole('checkbox', { name: /^Coffee/ }))
  await world.user.click(dialog.getByRole('button', { name: 'Into first comment' }))
  await waitFor(() => expect(world.draft()?.firstComment).toBe('More: #coffee #latte'))
  await world.user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(world.draft()).toMatchObject({ firstComment: 'More:', message: 'Saved text' })
})

test('it says how many hashtags Instagram takes, and how many would be too many', async () => {
  const message = Array.from({ length: 30 }, (_, index) => `#t${index}`).join(' ')
  const world = await open({ social_network: 'instagram', message })
  const dialog = await openDialog(world)
  expect(await dialog.findByText('Instagram takes 30 hashtags in a post')).toBeTruthy()
  await world.user.click(dialog.getByRole('checkbox', { name: /^Coffee/ }))
  expect(dialog.getByText('Instagram takes 30 hashtags in a post: 2 too many')).toBeTruthy()
})

test('pools that the message has whole are not added again', async () => {
  const world = await open({ message: '#coffee #latte' })
  const dialog = await openDialog(world)
  await world.user.click(await dialog.findByRole('checkbox', { name: /^Coffee/ }))
  expect(dialog.getByText('The message already has these hashtags.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Into message' })).toHaveProperty('disabled', true)
  expect(dialog.getByRole('button', { name: 'Into first comment' })).toHaveProperty('disabled', false)
})

test('it says that a network sets no limit', async () => {
  const dialog = await openDialog(await open({ social_network: 'linkedin' }))
  expect(await dialog.findByText(/^LinkedIn sets no limit on hashtags/)).toBeTruthy()
})

test('without pools it leads to their page', async () => {
  const dialog = await openDialog(await open({}, []))
  expect(await dialog.findByText('There are no pools added yet')).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Add pools' }).getAttribute('href')).toBe('/3/settings/hashtag')
})
