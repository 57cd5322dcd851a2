import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { ShownProject, useProjectId, useTimezone } from './shown-project.ts'

const useBoth = () => [useProjectId(), useTimezone()]

test('a page of a project knows its project and the time zone, also for somebody who came by an approval link', () => {
  const value = { id: 3, timezone: 'Asia/Tokyo' }
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(ShownProject.Provider, { value }, children)
  expect(renderHook(useBoth, { wrapper }).result.current).toEqual([3, 'Asia/Tokyo'])
})

test('a page of no project has neither', () => {
  vi.spyOn(console, 'error').mockReturnValue()
  expect(() => renderHook(useProjectId)).toThrow('This page is of no project')
  expect(() => renderHook(useTimezone)).toThrow('This page is of no project')
})
