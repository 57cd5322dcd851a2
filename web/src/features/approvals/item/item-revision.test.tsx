import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ProjectUser } from '#domain/projects/model.ts'
import { openApproval, postOf, version } from '../../../../testing/fake-approval-server.tsx'

const same = { message: 'Our new cold brew' }
const post = postOf(10, [
  version(100, 'facebook', 'pending_external_approval', same),
  version(101, 'instagram', 'pending_external_approval', same),
  version(102, 'linkedin', 'pending_external_approval', { message: 'Something else' }),
])

describe('What a request for revision on the item sends back', () => {
  const openForm = async (people: ProjectUser[] = []) => {
    const opened = await openApproval('/3/approval/facebook?postId=10', 'external-approver', {
      posts: [post],
      people,
    })
    await opened.user.click(await screen.findByRole('button', { name: 'Request revision' }))
    const form = within(await screen.findByRole('form', { name: 'Request revision' }))
    return { ...opened, form }
  }
  const sentBack = (posted: Awaited<ReturnType<typeof openForm>>['posted']) =>
    posted()
      .filter(({ path }) => path === '/posts/approvals/revision')
      .map(({ body }) => Number((body as { post_social_id: string }).post_social_id))

  it('is named, begins with the networks that say the same, and the field is ready to be written in', async () => {
    const { user, form, posted } = await openForm()
    const isChosen = (name: string) => (form.getByRole('checkbox', { name }) as HTMLInputElement).checked
    expect(['Facebook', 'Instagram', 'LinkedIn'].map(isChosen)).toEqual([true, true, false])
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
    await user.keyboard('Larger logo')
    await user.click(form.getByRole('button', { name: 'Request revision' }))
    await waitFor(() => expect(sentBack(posted)).toEqual([100, 101]))
  })

  it('says who is named in it, of the people who read it', async () => {
    const own = { email: '', avatar_image_link: null, setting: [] }
    const { user, form, posted } = await openForm([
      { ...own, id: 8, name: 'Inès', role: 'internal-approver' },
      { ...own, id: 9, name: 'Emil', role: 'external-approver' },
    ])
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
    await user.keyboard('Larger logo, @')
    const offered = await form.findAllByRole('option')
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Emil'])
    await user.keyboard('{Enter}please')
    await user.click(form.getByRole('button', { name: 'Request revision' }))
    await waitFor(() =>
      expect(posted().find(({ path }) => path === '/posts/approvals/revision')?.body).toMatchObject({
        message: 'Larger logo, @Emil please',
        'mentions[0]': '9',
      }),
    )
  })

  it('can be chosen, and is never nothing', async () => {
    const { user, form, posted } = await openForm()
    await user.keyboard('Larger logo')
    for (const name of ['Facebook', 'Instagram']) await user.click(form.getByRole('checkbox', { name }))
    expect(form.getByText('Choose at least one network.')).toBeTruthy()
    expect((form.getByRole('button', { name: 'Request revision' }) as HTMLButtonElement).disabled).toBe(true)
    await user.click(form.getByRole('checkbox', { name: 'LinkedIn' }))
    await user.click(form.getByRole('button', { name: 'Request revision' }))
    await waitFor(() => expect(sentBack(posted)).toEqual([102]))
  })
})
