import { expect, test } from 'vitest'
import { expectOnlyAnsweredRequests } from '../../testing/unanswered.ts'

test('a request that no fake answers reaches no network, and fails its test', async () => {
  await expect(fetch('/api/projects/3')).rejects.toThrow('No fake answers GET /api/projects/3')
  await expect(fetch('/api/posts', { method: 'POST' })).rejects.toThrow('POST /api/posts')
  expect(() => new XMLHttpRequest().open('PUT', '/api/medias')).toThrow('PUT /api/medias')
  expect(expectOnlyAnsweredRequests).toThrow(/GET \/api\/projects\/3\nPOST \/api\/posts\nPUT \/api\/medias$/)
  expect(expectOnlyAnsweredRequests).not.toThrow()
})
