import { Modal, Text } from '@mantine/core'
import type { Mark } from '#domain/marks/model.ts'
import { findWords, isPlaceThere, placeWords } from '#domain/marks/place.ts'
import { say } from '#web/platform/words.ts'
import classes from './marks.module.css'
import { PictureSurface } from './picture-surface.tsx'
import { fileOf, isIn, type MarkedVersion, momentUrl, partsOf } from './places.ts'

type Props = {
  readonly version: MarkedVersion
  readonly marks: readonly Mark[]
  /** The mark to show, from 1. */
  readonly number: number
  readonly onNumber: (number: number) => void
  readonly onClose: () => void
}

/** The place of a mark in the version as it is now, or in what the version had when it was marked. */
export function ShownPlace(props: Props) {
  const { version, marks, number, onClose } = props
  const mark = marks[number - 1]
  if (!mark) return null
  return (
    <Modal
      opened
      onClose={onClose}
      size={960}
      title={say('Mark {number}: {place}', { number, place: placeWords(say, mark.place, version) })}
      closeButtonProps={{ 'aria-label': say('Close') }}
    >
      {!isPlaceThere(mark.place, version) && (
        <Text size="sm" mb="sm">
          {goneText(mark)}
        </Text>
      )}
      <PlaceIn {...props} mark={mark} />
      {mark.comment !== '' && <Text mt="sm">{mark.comment}</Text>}
    </Modal>
  )
}

const goneText = ({ place, former_file }: Mark): string => {
  if (place.kind === 'text')
    return say('These words stood in the text when they were marked. They are no longer there.')
  if (!former_file) return say('This was about what the post showed before. It is no longer there.')
  return place.kind === 'time'
    ? say('This was about the former video, as you see it here. The post no longer shows it.')
    : say('This was about the former picture, as you see it here. The post no longer shows it.')
}

type PlaceProps = Omit<Props, 'onClose'> & { readonly mark: Mark }

function PlaceIn({ version, marks, number, onNumber, mark }: PlaceProps) {
  const { place } = mark
  if (place.kind === 'text') {
    const words = findWords(place, version)
    const text = version[place.part]
    return (
      <p className={classes.quoted}>
        {words ? text.slice(0, words.from) : '… '}
        <mark>{place.quote}</mark>
        {words ? text.slice(words.to) : ' …'}
      </p>
    )
  }
  if (place.kind === 'card')
    return <Text size="sm">{partsOf(version).find(part => isIn(place, part))?.name}</Text>
  const file = fileOf(mark, version)
  if (!file) return null
  if (place.kind === 'time')
    return (
      // biome-ignore lint/a11y/useMediaCaption: posts carry no captions of their own
      <video
        className={classes.video}
        src={momentUrl(file.media, place)}
        controls
        playsInline
        preload="auto"
        aria-label={file.media.name}
      />
    )
  return (
    <PictureSurface
      src={file.media.medium}
      alt={file.name}
      crop={file.crop}
      objectId={place.object_id}
      marks={marks.flatMap((one, index) =>
        'object_id' in one.place && one.place.object_id === place.object_id
          ? [
              {
                number: index + 1,
                place: one.place,
                label: say('Mark {number}: {place}', {
                  number: index + 1,
                  place: placeWords(say, one.place, version),
                }),
              },
            ]
          : [],
      )}
      selected={number}
      onSelect={onNumber}
    />
  )
}
