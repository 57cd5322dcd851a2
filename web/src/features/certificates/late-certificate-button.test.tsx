import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ShownProject } from '#web/platform/shown-project.ts'
import { refusal, serve } from '../../../testing/fake-server.ts'
import { renderAs } from '../../../testing/render-as.tsx'
import { LateCertificateButton } from './late-certificate-button.tsx'

const project = { id: 3, name: 'Harbor', timezone: 'Europe/Berlin' }
const paper = /approval-certificate\?posts=5&paper=(a4|letter)$/
const show = (answer: () => Response) => {
  const errors: string[] = []
  const made = serve({
    'GET /api/projects/3/approval-certificate?posts=5&paper=a4': answer,
    'GET /api/projects/3/approval-certificate?posts=5&paper=letter': answer,
  })
  renderAs(
    {},
    <ShownProject value={project}>
      <LateCertificateButton postId={5} />
    </ShownProject>,
    error => errors.push(String(error)),
  )
  return { errors, made, user: userEvent.setup() }
}
const button = () => screen.findByRole('button', { name: 'Approval certificate' })

it('One click makes one certificate, and another click another', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { made, user } = show(() => new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } }))
  expect(made).toEqual([])
  await user.click(await button())
  await waitFor(() => expect(saved).toEqual(['Approval certificate, post 5.pdf']))
  expect(made.map(({ address }) => paper.test(address))).toEqual([true])
  await user.click(await button())
  await waitFor(() => expect(saved).toHaveLength(2))
})

it('A refusal reaches the page, which says it, and the button can be used again', async () => {
  const { errors, user } = show(() => refusal(409, 'nothing_to_certify', 'Nothing was approved.'))
  await user.click(await button())
  await waitFor(() => expect(errors).toEqual([expect.stringContaining('Nothing was approved.')]))
  await waitFor(async () => expect((await button()).hasAttribute('data-loading')).toBe(false))
})
