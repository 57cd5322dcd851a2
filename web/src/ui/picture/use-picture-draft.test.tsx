import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderAs } from '../../../testing/render-as.tsx'
import { usePictureDraft } from './use-picture-draft.ts'

afterEach(() => sessionStorage.clear())

const bytes = Uint8Array.from([137, 80, 78, 71, 0, 255])
const picture = new File([bytes], 'picture.png', { type: 'image/png' })
let seen: unknown

function Form() {
  const [choice, choose, drop] = usePictureDraft('project')
  seen = choice
  return (
    <>
      <p>{choice instanceof File ? 'a picture' : String(choice)}</p>
      <button type="button" onClick={() => choose(picture)}>
        Choose
      </button>
      <button type="button" onClick={() => choose('removed')}>
        Remove
      </button>
      <button type="button" onClick={drop}>
        Send
      </button>
    </>
  )
}
const open = () => {
  cleanup()
  renderAs({ id: 5 }, <Form />)
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const kept = () => Object.keys(sessionStorage).length

test('a chosen picture survives a reload, byte for byte', async () => {
  open()
  press('Choose')
  await waitFor(() => expect(kept()).toBe(1))
  open()
  expect(screen.getByText('a picture')).toBeTruthy()
  expect(new Uint8Array(await (seen as File).arrayBuffer())).toEqual(bytes)
  expect((seen as File).type).toBe('image/png')
})

test('a removed picture stays removed after a reload', async () => {
  open()
  press('Choose')
  press('Remove')
  await waitFor(() => expect(kept()).toBe(1))
  open()
  expect(screen.getByText('removed')).toBeTruthy()
})

test('a picture is not kept once its form is sent', async () => {
  open()
  press('Choose')
  await waitFor(() => expect(kept()).toBe(1))
  press('Send')
  open()
  expect(screen.getByText('null')).toBeTruthy()
})
