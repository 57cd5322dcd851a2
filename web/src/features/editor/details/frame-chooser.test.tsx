import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { FrameChooser } from './frame-chooser.tsx'

afterEach(() => vi.restoreAllMocks())

const open = () => {
  const [onFrame, onClose] = [vi.fn<(picture: File) => void>(), vi.fn()]
  renderAs(
    'content-creator',
    <FrameChooser address="/media/x/original" name="walk.mov" onFrame={onFrame} onClose={onClose} />,
  )
  const video = screen.getByLabelText<HTMLVideoElement>('Frame of walk.mov')
  Object.defineProperties(video, {
    duration: { value: 8 },
    videoWidth: { value: 640 },
    videoHeight: { value: 360 },
    currentTime: { value: 0, writable: true },
  })
  return { onFrame, onClose, video, user: userEvent.setup() }
}

it('The frame that the slider shows becomes a JPEG of the video’s size', async () => {
  const { onFrame, onClose, video, user } = open()
  const drawImage = vi.fn()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    give,
  ) {
    give(new Blob([`${this.width}x${this.height}`], { type: 'image/jpeg' }))
  })
  fireEvent.loadedMetadata(video)
  const slider = screen.getByRole('slider', { name: 'Place in the video' })
  // The dialog keeps the focus to itself while it opens.
  for (let step = 0; step < 2; step++) fireEvent.keyDown(slider, { key: 'ArrowRight' })
  expect(video.currentTime).toBeCloseTo(0.2)
  await user.click(screen.getByRole('button', { name: 'Use this frame' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const [picture] = onFrame.mock.calls[0] ?? []
  expect([picture?.name, picture?.type, await picture?.text()]).toEqual([
    'walk thumbnail.jpg',
    'image/jpeg',
    '640x360',
  ])
  expect(drawImage).toHaveBeenCalledWith(video, 0, 0)
})

it('A video that the browser cannot show asks for a picture instead', () => {
  const { video } = open()
  fireEvent.error(video)
  expect(screen.getByRole('alert').textContent).toMatch(/Choose a picture instead/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Use this frame' }).disabled).toBe(true)
})
