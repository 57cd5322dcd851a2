import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { buildMe, buildOwnProject } from '../../../testing/build-project.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { InRouter } from '../../../testing/in-router.tsx'
import { renderAs } from '../../../testing/render-as.tsx'
import { LeaveAgencies, LeaveDialog } from './leave-dialog.tsx'

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

describe('The only admin of an agency', () => {
  const refuse = () =>
    fakeFetch((_url, { method }) =>
      method === 'POST'
        ? Response.json({ code: 'last_admin', message: 'An agency needs an admin.' }, { status: 409 })
        : Response.json({ data: buildMe() }),
    )

  it('is shown its people, where they hand over, in place of leaving', async () => {
    const user = userEvent.setup()
    const project = buildOwnProject('agency-admin')
    const agency = { id: project.agency_id, name: 'Bluebird', logo_image_link: null }
    refuse()
    const drawn = <LeaveDialog project={project} onClose={() => undefined} />
    renderAs(buildMe({ projects: [project], agency }), <InRouter>{drawn}</InRouter>)
    await user.click(await screen.findByRole('button', { name: 'Leave Bluebird and all its projects' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'You are its only admin. Make somebody else an admin, or invite one. When there is another admin, you can leave.',
    )
    const people = screen.getByRole('link', { name: 'People of Bluebird' })
    expect(people.getAttribute('href')).toBe('/3/settings/people')
  })

  it('invites another where the agency has no project yet', async () => {
    const user = userEvent.setup()
    refuse()
    const me = buildMe({ agencies_without_project: [{ id: 7, name: 'Bluebird' }] })
    renderAs(
      me,
      <InRouter>
        <LeaveAgencies />
      </InRouter>,
    )
    await user.click(await screen.findByRole('button', { name: 'Leave Bluebird' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    const invite = await screen.findByRole('link', { name: 'Invite an admin' })
    expect(invite.getAttribute('href')).toBe('/create-agency/2')
    await user.click(screen.getByRole('button', { name: 'Stay' }))
    await vi.waitFor(() => expect(screen.queryByRole('link')).toBeNull())
  })
})
