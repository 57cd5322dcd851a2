import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { unreachable } from '#web/platform/api-error.ts'
import { buildPostSocial, uploaded } from '../../../testing/build-post.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { RevisionForm } from './revision-form.tsx'

const version = buildPostSocial({
  message: 'Free delivery until Friday',
  attachments: [uploaded(1, 71), uploaded(2, 72)],
})

const open = (onSubmit = vi.fn(async () => undefined)) => {
  renderAs('external-approver', <RevisionForm version={version} onSubmit={onSubmit} />)
  return { onSubmit, user: userEvent.setup() }
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('the revision form', () => {
  it('requires a message, a checklist item or an image, and says so', () => {
    open()
    expect(button('Request revision').disabled).toBe(true)
    expect(screen.getByText('Write a message, add a checklist item or attach an image.')).toBeTruthy()
  })

  it('adds no empty checklist item', async () => {
    const { user } = open()
    expect(button('Add').disabled).toBe(true)
    await user.type(screen.getByLabelText('Checklist item'), '   ')
    expect(button('Add').disabled).toBe(true)
  })

  it('sends message and checklist, including an item that was typed but not added', async () => {
    const { user, onSubmit } = open()
    await user.type(screen.getByLabelText('What should be changed?'), 'Name the farm ')
    await user.type(screen.getByLabelText('Checklist item'), 'Replace photo 2{Enter}Shorten the text')
    await user.click(button('Request revision'))
    expect(onSubmit).toHaveBeenCalledWith({
      message: 'Name the farm',
      checkboxes: [
        { label: 'Replace photo 2', is_checked: false },
        { label: 'Shorten the text', is_checked: false },
      ],
      attachments: [],
      marks: [],
    })
    await waitFor(() => expect(screen.queryByText('Replace photo 2')).toBe(null))
  })

  it('removes an item', async () => {
    const { user } = open()
    await user.type(screen.getByLabelText('Checklist item'), 'Wrong{Enter}')
    await user.click(button('Remove Wrong'))
    expect(button('Request revision').disabled).toBe(true)
  })

  it('counts the message and refuses more than 1000 characters', async () => {
    const { user } = open()
    await user.click(screen.getByLabelText('What should be changed?'))
    await user.paste('x'.repeat(1001))
    expect(screen.getByText(/1001 \/ 1000/)).toBeTruthy()
    expect(button('Request revision').disabled).toBe(true)
  })

  it('accepts only images', async () => {
    const { onSubmit } = open()
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('no file input')
    const user = userEvent.setup({ applyAccept: false })
    await user.upload(input, [
      new File(['a'], 'plan.pdf', { type: 'application/pdf' }),
      new File(['b'], 'photo.png', { type: 'image/png' }),
    ])
    expect(screen.getByRole('alert').textContent).toBe('Only images can be attached.')
    await user.click(button('Request revision'))
    expect(onSubmit).toHaveBeenCalledWith(
      expect.objectContaining({ attachments: [expect.objectContaining({ name: 'photo.png' })] }),
    )
  })

  it('keeps what was written if it could not be sent', async () => {
    const { user } = open(vi.fn(() => Promise.reject(unreachable())))
    await user.type(screen.getByLabelText('What should be changed?'), 'Keep me')
    await user.click(button('Request revision'))
    expect(screen.getByLabelText<HTMLTextAreaElement>('What should be changed?').value).toBe('Keep me')
  })

  it('takes nothing more in while it is being sent, and is empty afterwards', async () => {
    const answered = Promise.withResolvers<undefined>()
    const { user } = open(vi.fn(() => answered.promise))
    const form = screen.getByRole('form', { name: 'Request revision' })
    await user.type(screen.getByLabelText('What should be changed?'), 'Another cup')
    expect(form.hasAttribute('inert')).toBe(false)
    await user.click(button('Request revision'))
    expect(form.hasAttribute('inert')).toBe(true)
    answered.resolve(undefined)
    await waitFor(() => expect(form.hasAttribute('inert')).toBe(false))
    expect(screen.getByLabelText<HTMLTextAreaElement>('What should be changed?').value).toBe('')
  })
})
