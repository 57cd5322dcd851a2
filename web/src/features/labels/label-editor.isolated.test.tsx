import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../../testing/fake-project-server.tsx'
import { useLabelEditor } from './label-editor.tsx'

/** The dialog's file arrives when the test says so. */
const file = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('./label-modal.tsx', async original => {
  await file.promise
  return original()
})

function Page({ onKey }: { readonly onKey: (key: string) => void }) {
  const { editing, dialog } = useLabelEditor()
  return (
    <main onKeyDown={({ key }) => onKey(key)}>
      <button type="button" onClick={() => editing.add('2026-11-20')}>
        Add
      </button>
      {dialog}
    </main>
  )
}

test('text typed while the label dialog is loading goes into its field and triggers nothing on the page', async () => {
  const onKey = vi.fn()
  const { user } = await openScreen(() => <Page onKey={onKey} />)
  const add = await screen.findByRole('button', { name: 'Add' })
  await user.click(add)
  for (const key of ['N', 'e', 'q', 'Backspace', 'w']) fireEvent.keyDown(add, { key })
  expect(onKey).not.toHaveBeenCalled()
  file.resolve()
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Label' })
  await waitFor(() => expect(field.value).toBe('New'))
  await user.type(field, ' menu')
  expect(field.value).toBe('New menu')
})
