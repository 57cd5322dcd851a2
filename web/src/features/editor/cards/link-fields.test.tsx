import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, test, vi } from 'vitest'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { LinkFields } from './link-fields.tsx'

const show = (value = {}, words: { title?: string } | null = {}) => {
  const onSave = vi.fn()
  renderAs('content-creator', <LinkFields id="card" value={value} words={words} onSave={onSave} />)
  return { onSave, user: userEvent.setup() }
}
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)

test.each([
  [/Link/, 'harbor', 'Please enter a valid url adress'],
  [/Name/, 'ab', 'Name must have 3 to 255 characters'],
  [/Description/, 'ab', 'Description must have 3 to 255 characters'],
])('on leaving %s with “%s” says “%s” and saves nothing', async (label, typed, words) => {
  const { onSave, user } = show({ link: 'https://harbor.example', name: 'Harbor', description: 'Coffee' })
  await user.clear(field(label))
  await user.type(field(label), typed)
  expect(screen.queryByText(words)).toBe(null)
  await user.tab()
  expect(screen.getByText(words)).toBeTruthy()
  expect(onSave).not.toHaveBeenCalled()
})

it('an empty link shows an error', async () => {
  const { onSave, user } = show()
  await user.click(field(/Link/))
  await user.tab()
  expect(screen.getByText('Link is required')).toBeTruthy()
  expect(onSave).not.toHaveBeenCalled()
})

it('everything is saved once all of it is valid', async () => {
  const { onSave, user } = show()
  await user.type(field(/Name/), 'Winter roast')
  await user.tab()
  expect(onSave).not.toHaveBeenCalled()
  await user.type(field(/Link/), ' https://harbor.example/winter ')
  await user.tab()
  expect(onSave).toHaveBeenCalledExactlyOnceWith({
    link: 'https://harbor.example/winter',
    name: 'Winter roast',
    description: '',
  })
})

it('there are no text fields if the network takes the texts from the page', () => {
  show({}, null)
  expect(screen.queryByLabelText(/Name/)).toBe(null)
})
