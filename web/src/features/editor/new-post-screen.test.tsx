import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { buildPost, buildPostSocial } from '../../../testing/build-post.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { NewPostScreen } from './new-post-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const answer = () => {
  const post = buildPost([buildPostSocial({ status: 'temporary_draft' })])
  return Response.json({ data: { id: null, post_id: 10, post, schedule: null } })
}
const open = (fetch: (url: string, init: RequestInit) => Promise<Response>) => {
  const calls = vi.fn(fetch)
  const onCreated = vi.fn()
  vi.stubGlobal('fetch', calls)
  renderAs(
    'content-creator',
    <StrictMode>
      <NewPostScreen
        projectId={3}
        networks={['facebook', 'linkedin']}
        type={undefined}
        onCreated={onCreated}
      />
    </StrictMode>,
  )
  return { calls, onCreated }
}

it('creates one temporary draft, even if effects run twice', async () => {
  const { calls, onCreated } = open(async () => answer())
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith(10))
  expect(calls).toHaveBeenCalledTimes(1)
  expect(JSON.parse(String(calls.mock.calls[0]?.[1].body))).toEqual({
    ...{ project_id: 3, social_networks: ['facebook', 'linkedin'] },
    ...{ type: 'single_photo', is_temporary: true },
  })
})

it('says what failed, and tries again', async () => {
  let isUp = false
  const refusal = {
    message: "The chosen networks don't support this post type.",
    code: 'type_not_allowed',
  }
  const { onCreated } = open(async () => (isUp ? answer() : Response.json(refusal, { status: 422 })))
  expect(await screen.findByText(refusal.message)).toBeTruthy()
  isUp = true
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(onCreated).toHaveBeenCalledTimes(1))
})
