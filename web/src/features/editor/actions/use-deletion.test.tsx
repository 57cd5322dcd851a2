import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeFetch } from '../../../../testing/fake-fetch.ts'
import { useDeletion } from './use-deletion.ts'

afterEach(() => vi.unstubAllGlobals())

const deleteWith = (fetch: () => Promise<Response>) => {
  fakeFetch(fetch)
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const onDeleted = vi.fn()
  const options = { post: { id: 10, project_id: 3 }, onDeleted }
  const { result } = renderHook(() => useDeletion(options, async () => true), { wrapper })
  return { deletion: result.current(), onDeleted }
}

describe('deleting a post', () => {
  it('stays on the page if the server refuses', async () => {
    const refusal = { code: 'forbidden', message: 'Forbidden' }
    const { deletion, onDeleted } = deleteWith(async () => Response.json(refusal, { status: 403 }))
    await deletion
    expect(onDeleted).not.toHaveBeenCalled()
  })

  it('does not hide errors other than failed calls', async () => {
    const { deletion, onDeleted } = deleteWith(async () => {
      throw new DOMException('a bug', 'AbortError')
    })
    await expect(deletion).rejects.toThrow('a bug')
    expect(onDeleted).not.toHaveBeenCalled()
  })
})
