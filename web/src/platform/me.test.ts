import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OwnProject } from '#domain/projects/model.ts'
import { buildMe } from '../../testing/build-project.ts'
import { fakeFetch } from '../../testing/fake-fetch.ts'
import { meQuery, refreshMe, useOwnProject } from './me.ts'
import { createQueryClient } from './query.ts'
import { ShownProject } from './shown-project.ts'
import { storeToken } from './token.ts'

beforeEach(() => storeToken({ token: 'good', expires_in: 3600 }))
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

/** Each request for the person waits until it is answered with their name. */
const holdAnswers = () => {
  const answers: ((name: string) => void)[] = []
  fakeFetch(
    () =>
      new Promise(resolve => {
        answers.push(name => resolve(Response.json({ data: buildMe({ name }) })))
      }),
  )
  return answers
}

test('a request that started before the change is not used after it', async () => {
  const client = createQueryClient(() => undefined)
  const answers = holdAnswers()
  const first = refreshMe(client)
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.('Ada')
  expect(await first).toMatchObject({ name: 'Ada' })

  const before = refreshMe(client)
  await waitFor(() => expect(answers).toHaveLength(2))
  const after = refreshMe(client)
  await waitFor(() => expect(answers).toHaveLength(3))
  answers[2]?.('Ada Moreau')
  expect(await after).toMatchObject({ name: 'Ada Moreau' })
  answers[1]?.('Ada')
  expect(await before).toMatchObject({ name: 'Ada Moreau' })
  expect(client.getQueryData(meQuery.queryKey)).toMatchObject({ name: 'Ada Moreau' })
})

test('a person removed from the project keeps what the page shows until the layout redirects them', () => {
  const client = createQueryClient(() => undefined)
  client.setQueryData(meQuery.queryKey as readonly unknown[], { projects: [] })
  const shown = { id: 3, role: 'content-creator' } as OwnProject
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(
      QueryClientProvider,
      { client },
      createElement(ShownProject.Provider, { value: shown }, children),
    )
  expect(renderHook(() => useOwnProject(3), { wrapper }).result.current).toBe(shown)
  vi.spyOn(console, 'error').mockReturnValue()
  expect(() => renderHook(() => useOwnProject(4), { wrapper })).toThrow('Not in project 4')
})
