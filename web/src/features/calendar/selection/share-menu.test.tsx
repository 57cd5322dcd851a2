import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answer, serve } from '../../../../testing/fake-server.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { ShareMenu } from './share-menu.tsx'

afterEach(() => vi.restoreAllMocks())

const pdf = () => new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } })
const open = async () => {
  const made = serve({
    'GET /api/projects/3/approval-certificate?posts=5%2C6&paper=a4': pdf,
    'GET /api/projects/3/approval-certificate?posts=5%2C6&paper=letter': pdf,
    'GET /api/projects/3/proofs': () => answer(200, []),
  })
  renderAs('agency-admin', <ShareMenu postIds={[5, 6]} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Share' }))
  return { made, user }
}

it('Of the selected posts one certificate is saved', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { made, user } = await open()
  await user.click(await screen.findByRole('menuitem', { name: 'Approval certificate' }))
  await waitFor(() => expect(saved).toEqual(['Approval certificate, 2 posts.pdf']))
  expect(made).toHaveLength(1)
})

it('Of the selected posts a proof is offered, and nothing is made before that is filled in', async () => {
  const { made, user } = await open()
  await user.click(await screen.findByRole('menuitem', { name: 'Proof by link' }))
  expect(await screen.findByRole('dialog', { name: 'Proof by link' })).toBeTruthy()
  expect(made.filter(({ address }) => address.includes('certificate'))).toEqual([])
})
