import { Checkbox, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Mark } from '#domain/marks/model.ts'
import { findWords, isPlaceThere, placeWords } from '#domain/marks/place.ts'
import classes from './marks.module.css'
import { PictureSurface } from './picture-surface.tsx'
import { isIn, type MarkedVersion, type Part, partsOf } from './places.ts'

type Props = {
  readonly version: MarkedVersion
  readonly marks: readonly Mark[]
  /** Ends once `marks` say what came of it, and never rejects. Null: the person only sees what is done. */
  readonly onTick: ((id: number, isDone: boolean) => Promise<unknown>) | null
}

/** What was marked, in words; each leads to its place in the post, and those who make the post tick it off. */
export function MarkedPlaces({ version, marks: saved, onTick }: Props) {
  const [shown, setShown] = useState<number | null>(null)
  // At once on the click: the answer comes a moment later.
  const [wanted, setWanted] = useState<ReadonlyMap<number, boolean>>(new Map())
  const marks = saved.map(mark => ({ ...mark, is_done: wanted.get(mark.id) ?? mark.is_done }))
  const tick = async (id: number, isDone: boolean) => {
    setWanted(before => new Map(before).set(id, isDone))
    await onTick?.(id, isDone)
    setWanted(before => new Map([...before].filter(([other]) => other !== id)))
  }
  const done = marks.filter(({ is_done }) => is_done).length
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed">
        {done} of {marks.length} done
      </Text>
      <ol className={classes.list} aria-label="Marked places">
        {marks.map(({ id, place, comment, is_done, done_by_user }, index) => {
          const words = placeWords(place, version)
          return (
            <li key={id} className={classes.row}>
              <Checkbox
                size="sm"
                aria-label={`Mark ${index + 1} is done: ${comment || words}`}
                checked={is_done}
                readOnly={onTick === null}
                aria-readonly={onTick === null || undefined}
                title={done_by_user ? `Ticked off by ${done_by_user.name}` : undefined}
                onChange={event => onTick && void tick(id, event.currentTarget.checked)}
              />
              <span className={`${classes.number} ${classes.badge}`} aria-hidden="true">
                {index + 1}
              </span>
              <div className={classes.words}>
                {comment !== '' && (
                  <Text size="sm" {...(is_done && { c: 'var(--g-text-muted)' })}>
                    {comment}
                  </Text>
                )}
                <button
                  type="button"
                  className={classes.where}
                  aria-label={`Show mark ${index + 1}: ${words}`}
                  onClick={() => setShown(index + 1)}
                >
                  {words}
                </button>
              </div>
            </li>
          )
        })}
      </ol>
      {shown !== null && (
        <ShownPlace
          version={version}
          marks={marks}
          number={shown}
          onNumber={setShown}
          onClose={() => setShown(null)}
        />
      )}
    </Stack>
  )
}

type ShownProps = Pick<Props, 'version' | 'marks'> & {
  readonly number: number
  readonly onNumber: (number: number) => void
  readonly onClose: () => void
}

function ShownPlace({ version, marks, number, onNumber, onClose }: ShownProps) {
  const mark = marks[number - 1]
  if (!mark) return null
  const part = partsOf(version).find(one => isIn(mark.place, one))
  const words = placeWords(mark.place, version)
  return (
    <Modal
      opened
      onClose={onClose}
      size={960}
      title={`Mark ${number}: ${words}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {part && isPlaceThere(mark.place, version) ? (
        <PlaceIn
          version={version}
          marks={marks}
          number={number}
          onNumber={onNumber}
          mark={mark}
          part={part}
        />
      ) : (
        <Text size="sm">This was about what the post showed before. It is no longer there.</Text>
      )}
      {mark.comment !== '' && <Text mt="sm">{mark.comment}</Text>}
    </Modal>
  )
}

type PlaceProps = Omit<ShownProps, 'onClose'> & { readonly mark: Mark; readonly part: Part }

function PlaceIn({ version, marks, number, onNumber, mark, part }: PlaceProps) {
  const { place } = mark
  if (part.kind === 'text') {
    const words = place.kind === 'text' ? findWords(place, version) : null
    const text = version[part.part]
    if (!words) return null
    return (
      <p className={classes.quoted}>
        {text.slice(0, words.from)}
        <mark>{text.slice(words.from, words.to)}</mark>
        {text.slice(words.to)}
      </p>
    )
  }
  if (part.kind === 'card') return <Text size="sm">{part.name}</Text>
  if (part.kind === 'video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: posts carry no captions of their own
      <video
        className={classes.video}
        // The moment itself: browsers go there before they play.
        src={`${part.media.original}#t=${place.kind === 'time' ? place.from : 0}`}
        controls
        playsInline
        preload="auto"
        aria-label={part.media.name}
      />
    )
  return (
    <PictureSurface
      src={part.media.medium}
      alt={part.name}
      crop={part.attachment.object_data?.crop ?? null}
      objectId={part.objectId}
      marks={marks.flatMap((one, index) =>
        isIn(one.place, part)
          ? [
              {
                number: index + 1,
                place: one.place,
                label: `Mark ${index + 1}: ${placeWords(one.place, version)}`,
              },
            ]
          : [],
      )}
      selected={number}
      onSelect={onNumber}
    />
  )
}
