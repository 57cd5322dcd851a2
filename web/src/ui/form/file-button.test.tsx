import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FileButton } from './file-button.tsx'

test('a file button hands over what was chosen and forgets it, so that the same file can be chosen again', async () => {
  const onChange = vi.fn()
  const { container } = render(
    <MantineProvider>
      <FileButton multiple onChange={onChange}>
        {props => <button {...props}>Choose</button>}
      </FileButton>
    </MantineProvider>,
  )
  const input = container.querySelector('input') as HTMLInputElement
  const file = new File(['x'], 'photo.jpg', { type: 'image/jpeg' })
  await userEvent.upload(input, file)
  expect(onChange.mock.calls).toEqual([[[file]]])
  expect(input.files).toHaveLength(0)
})
