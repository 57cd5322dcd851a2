import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { buildMe } from '../../../testing/build-project.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { renderAs } from '../../../testing/render-as.tsx'
import { LeaveAgencies } from './leave-dialog.tsx'

it('A person leaves an agency in which they have no project, after a question', async () => {
  const user = userEvent.setup()
  const left: string[] = []
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined)
  const me = buildMe({ agencies_without_project: [{ id: 7, name: 'Bluebird' }] })
  fakeFetch((url, { method }) => {
    if (method === 'POST') left.push(url)
    return Response.json({ data: method === 'POST' ? {} : buildMe() })
  })
  renderAs(me, <LeaveAgencies />)
  await user.click(await screen.findByRole('button', { name: 'Leave Bluebird' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(left).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Leave Bluebird' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(left).toEqual(['/api/agencies/7/leave'])
})
