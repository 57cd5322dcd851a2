import { renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useWayBack, wayBackOf } from './way-back.ts'

afterEach(() => sessionStorage.clear())

test('Back leads to the list of posts that was open last in the project, as it was', () => {
  renderHook(() => useWayBack(3, 'calendar', { date: '2027-02-14', view: 'week' }))
  renderHook(() => useWayBack(4, 'content', { span: 'all', status: 'draft' }))
  expect(wayBackOf(3)).toEqual({
    to: '/$projectId/calendar',
    params: { projectId: 3 },
    search: { date: '2027-02-14', view: 'week' },
  })
  expect(wayBackOf(4)).toEqual({
    to: '/$projectId/content',
    params: { projectId: 4 },
    search: { span: 'all', status: 'draft' },
  })
})

test.each([null, 'no JSON', '5', '{"page":"bin","search":{}}'])(
  'Back leads to the calendar where %j is stored',
  stored => {
    if (stored !== null) sessionStorage.setItem('galley-draft-way-back-3', stored)
    expect(wayBackOf(3)).toEqual({ to: '/$projectId/calendar', params: { projectId: 3 }, search: {} })
  },
)
