import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ThemeProvider } from '../theme/provider.tsx'
import type { PictureChoice } from './picture-choice.ts'
import { PictureField } from './picture-field.tsx'

const show = () =>
  render(
    <ThemeProvider>
      <PictureField
        label="Logo"
        shape="rounded"
        name="Harbor"
        saved={null}
        chosen={null}
        onChoose={vi.fn()}
      />
    </ThemeProvider>,
  )
const pick = (type: string) =>
  fireEvent.change(screen.getByLabelText('Logo', { selector: 'input' }), {
    target: { files: [new File(['x'], 'picture', { type })] },
  })

test.each(['image/gif', 'image/webp', 'application/pdf', ''])(
  'an image of the type "%s" is refused',
  type => {
    show()
    pick(type)
    expect(screen.getByRole('alert').textContent).toBe("Allowed file types is 'jpeg', 'png'.")
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test.each(['image/jpeg', 'image/png'])('an image of the type %s is cropped', async type => {
  show()
  pick('image/gif')
  pick(type)
  expect(await screen.findByRole('dialog', { name: 'Logo' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a saved image can be removed, and an unsaved choice undone', async () => {
  const onChoose = vi.fn()
  const field = (saved: string | null, chosen: PictureChoice) => (
    <ThemeProvider>
      <PictureField
        label="Logo"
        shape="rounded"
        name="Harbor"
        saved={saved}
        chosen={chosen}
        onChoose={onChoose}
      />
    </ThemeProvider>
  )
  const { rerender } = render(field('/media/logo', null))
  fireEvent.click(screen.getByRole('button', { name: 'Remove logo' }))
  expect(onChoose).toHaveBeenLastCalledWith('removed')
  rerender(field('/media/logo', 'removed'))
  expect(screen.queryByRole('button', { name: 'Remove logo' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Upload logo' })).toBe(document.activeElement)
})
