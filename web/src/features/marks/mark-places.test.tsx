import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { Mark, NewMark } from '#domain/marks/model.ts'
import type { Crop } from '#domain/media/model.ts'
import type { Attachment } from '#domain/posts/model.ts'
import { buildPostSocial, uploaded } from '../../../testing/build-post.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { MarkPlaces } from './mark-places.tsx'
import { MarkedPlaces } from './marked-places.tsx'

const message = 'Free delivery until Friday'
const version = (...attachments: Attachment[]) => buildPostSocial({ message, attachments })

/** A surface of 200 by 100 pixels in the corner of the window. */
const laidOut = () =>
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 100))

const open = (shown = version(uploaded(1, 71), uploaded(2, 72))) => {
  laidOut()
  let marks: readonly NewMark[] = []
  function Editor() {
    const [kept, setKept] = useState<readonly NewMark[]>([])
    marks = kept
    return <MarkPlaces version={shown} marks={kept} onChange={setKept} />
  }
  renderAs('external-approver', <Editor />)
  return { user: userEvent.setup(), marks: () => marks }
}
const surface = (): HTMLElement => {
  const picture = screen.getByRole('img').parentElement
  if (!picture) throw new Error('no picture is shown')
  return picture
}

describe('Showing where', () => {
  it('is a tap on the picture, and words for it', async () => {
    const { user, marks } = open()
    fireEvent.click(surface(), { clientX: 150, clientY: 25 })
    const words = await screen.findByLabelText('Comment on mark 1: picture 1, top right')
    expect(document.activeElement).toBe(words)
    await user.type(words, 'Larger logo')
    expect(marks()).toEqual([
      { place: { kind: 'point', object_id: 71, x: 0.75, y: 0.25 }, comment: 'Larger logo' },
    ])
  })

  it('is on another picture of the post after a tap on its name', async () => {
    const { user, marks } = open()
    await user.click(screen.getByRole('button', { name: 'Photo 2' }))
    fireEvent.click(surface(), { clientX: 100, clientY: 50 })
    expect(marks()).toMatchObject([{ place: { object_id: 72, x: 0.5, y: 0.5 } }])
    await user.click(screen.getByRole('button', { name: 'Remove mark 1' }))
    expect(marks()).toEqual([])
  })

  it('is a box or a line that is drawn; what hardly moved is a point; a second finger draws nothing', async () => {
    const { user, marks } = open()
    const drag = (from: [number, number], to: [number, number], second = false) => {
      const at = ([clientX, clientY]: [number, number]) => ({
        clientX,
        clientY,
        pointerId: 1,
        isPrimary: true,
      })
      fireEvent.pointerDown(surface(), at(from))
      if (second) fireEvent.pointerDown(surface(), { ...at(from), pointerId: 2, isPrimary: false })
      fireEvent.pointerMove(surface(), at(to))
      fireEvent.pointerUp(surface(), at(to))
    }
    HTMLElement.prototype.setPointerCapture = () => undefined
    await user.click(screen.getByText('Box'))
    drag([20, 10], [120, 60])
    drag([20, 10], [21, 10])
    drag([20, 10], [120, 60], true)
    await user.click(screen.getByText('Draw'))
    drag([0, 0], [200, 100])
    expect(marks().map(({ place }) => place)).toEqual([
      { kind: 'box', object_id: 71, x: 0.1, y: 0.1, width: 0.5, height: 0.5 },
      { kind: 'point', object_id: 71, x: 0.105, y: 0.1 },
      { kind: 'drawing', object_id: 71, lines: '0,0 1,1 1,1' },
    ])
  })

  it('is done with keys alone', async () => {
    const { user, marks } = open()
    await user.click(screen.getByRole('button', { name: 'Mark the middle' }))
    const pin = screen.getByRole('button', { name: 'Mark 1: picture 1, in the middle' })
    pin.focus()
    await user.keyboard('{ArrowRight}{ArrowUp}')
    expect(marks()[0]?.place).toEqual({ kind: 'point', object_id: 71, x: 0.52, y: 0.48 })
  })

  it('is taken back step by step, and what was written since stays', async () => {
    const { user, marks } = open()
    const undo = () => user.click(screen.getByRole('button', { name: 'Undo' }))
    fireEvent.click(surface(), { clientX: 150, clientY: 25 })
    fireEvent.click(surface(), { clientX: 50, clientY: 25 })
    await user.type(screen.getByLabelText(/^Comment on mark 1/), 'Larger')
    await user.click(screen.getByRole('button', { name: 'Remove mark 2' }))
    expect(marks()).toHaveLength(1)
    await undo()
    expect(marks().map(({ comment }) => comment)).toEqual(['Larger', ''])
    await undo()
    expect(marks()).toMatchObject([{ comment: 'Larger', place: { x: 0.75 } }])
    await undo()
    expect(marks()).toEqual([])
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('on a crop is a place in the picture as it was uploaded', () => {
    const crop: Crop = { rotation: 90, x: 0, y: 0, width: 0.5, height: 1, output: null }
    const cut = uploaded(1, 80)
    const { marks } = open(
      version({ ...cut, object_data: cut.object_data && { ...cut.object_data, parent_media_id: 71, crop } }),
    )
    fireEvent.click(surface(), { clientX: 200, clientY: 0 })
    expect(marks()[0]?.place).toEqual({ kind: 'point', object_id: 71, x: 0, y: 0.5 })
  })

  it('is words that are selected in the text', async () => {
    const { user, marks } = open()
    await user.click(screen.getByRole('button', { name: 'Text' }))
    const text = screen.getByLabelText<HTMLTextAreaElement>('Select the words')
    const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Mark the selected words' })
    expect(add.disabled).toBe(true)
    text.setSelectionRange(5, 13)
    fireEvent.select(text)
    await user.click(add)
    expect(marks()).toMatchObject([
      { place: { kind: 'text', part: 'message', from: 5, to: 13, quote: 'delivery' } },
    ])
    expect(screen.getByLabelText('Comment on mark 1: the words “delivery”')).toBeTruthy()
  })

  it('is a moment of a video, or a stretch of it', async () => {
    const file = uploaded(1, 71, 'film.mp4')
    const film: Attachment = {
      ...file,
      object_type: 'video',
      object_data: file.object_data && {
        ...file.object_data,
        options: { ...file.object_data.options, type: 'video', duration: 12 },
      },
    }
    const { user, marks } = open(version(film))
    const video = screen.getByLabelText<HTMLVideoElement>('film.mp4')
    video.currentTime = 5.04
    await user.click(screen.getByRole('button', { name: 'Mark this moment' }))
    await user.click(screen.getByRole('button', { name: 'Mark from here' }))
    video.currentTime = 7
    await user.click(screen.getByRole('button', { name: 'To here' }))
    expect(marks().map(({ place }) => place)).toEqual([
      { kind: 'time', object_id: 71, from: 5.04, to: null },
      { kind: 'time', object_id: 71, from: 5.04, to: 7 },
    ])
  })
})

describe('Marked places', () => {
  const mark = (id: number, place: Mark['place'], comment = ''): Mark => ({
    id,
    place,
    comment,
    is_done: id === 2,
    done_at: id === 2 ? '2026-11-28T10:00:00.000Z' : null,
    done_by_user: null,
  })
  const marks = [
    mark(1, { kind: 'point', object_id: 71, x: 0.9, y: 0.1 }, 'Larger logo'),
    mark(2, { kind: 'text', part: 'message', from: 0, to: 4, quote: 'Free' }),
    mark(3, { kind: 'point', object_id: 99, x: 0.5, y: 0.5 }),
  ]

  it('say where, and are ticked off by those who make the post', async () => {
    const onTick = vi.fn(async () => undefined)
    renderAs(
      'content-creator',
      <MarkedPlaces version={version(uploaded(1, 71))} marks={marks} onTick={onTick} />,
    )
    const rows = within(screen.getByRole('list', { name: 'Marked places' })).getAllByRole('listitem')
    expect(rows.map(row => row.textContent)).toEqual([
      '1Larger logotop right',
      '2the words “Free”',
      '3on a former picture, in the middle',
    ])
    await userEvent.setup().click(screen.getByLabelText('Mark 1 is done: Larger logo'))
    expect(onTick).toHaveBeenCalledWith(1, true)
  })

  it('lead to the place, and to the words of another mark on the same picture', async () => {
    const user = userEvent.setup()
    const both = [...marks, mark(4, { kind: 'point', object_id: 71, x: 0.1, y: 0.1 }, 'Less sky')]
    renderAs(
      'external-approver',
      <MarkedPlaces version={version(uploaded(1, 71))} marks={both} onTick={null} />,
    )
    await user.click(screen.getByRole('button', { name: 'Show mark 1: top right' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Larger logo')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Mark 4: top left' }))
    expect(within(dialog).getByText('Less sky')).toBeTruthy()
  })

  it('on a former picture are shown on it, with the others that were made there', async () => {
    const former = uploaded(9, 99, 'before.jpg').object_data
    if (!former) throw new Error('an uploaded file has data')
    const on = (id: number, x: number): Mark => ({
      ...mark(id, { kind: 'point', object_id: 99, x, y: 0.5 }),
      former_file: former,
    })
    const user = userEvent.setup()
    const both = [mark(1, { kind: 'point', object_id: 71, x: 0.1, y: 0.1 }), on(5, 0.2), on(6, 0.8)]
    renderAs(
      'external-approver',
      <MarkedPlaces version={version(uploaded(1, 71))} marks={both} onTick={null} />,
    )
    await user.click(screen.getByRole('button', { name: /^Show mark 2/ }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/about the former picture/)).toBeTruthy()
    const picture = within(dialog).getByRole<HTMLImageElement>('img', { name: 'Former picture' })
    expect(picture.src).toBe(`${location.origin}${former.public_url}`)
    expect(within(dialog).getAllByRole('button', { name: /^Mark \d/ })).toHaveLength(2)
  })

  it('of a video stand beside the moment', () => {
    const file = uploaded(1, 71, 'film.mp4')
    if (!file.object_data) throw new Error('an uploaded file has data')
    const { options } = file.object_data
    const film: Attachment = {
      ...file,
      object_type: 'video',
      object_data: { ...file.object_data, options: { ...options, type: 'video', duration: 12 } },
    }
    const at = [mark(1, { kind: 'time', object_id: 71, from: 5.04, to: null })]
    const { container } = renderAs(
      'external-approver',
      <MarkedPlaces version={version(film)} marks={at} onTick={null} />,
    )
    expect(container.querySelector('video')?.src).toMatch(/#t=5\.04$/)
  })

  it('that are gone say so', async () => {
    const user = userEvent.setup()
    renderAs(
      'external-approver',
      <MarkedPlaces version={version(uploaded(1, 71))} marks={marks} onTick={null} />,
    )
    await user.click(screen.getByRole('button', { name: /^Show mark 3/ }))
    expect(await screen.findByText(/no longer there/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: /^Show mark 2/ }))
    expect((await screen.findByText('Free', { selector: 'mark' })).textContent).toBe('Free')
  })
})
