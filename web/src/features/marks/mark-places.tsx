import { Button, Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { phrase } from '#domain/kernel/languages/words.ts'
import { MARK_COMMENT_MAX, MARKS_MAX, QUOTE_MAX } from '#domain/marks/limits.ts'
import type { Place } from '#domain/marks/model.ts'
import { placeWords } from '#domain/marks/place.ts'
import { say } from '#web/platform/words.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import classes from './marks.module.css'
import { PictureSurface, type ShownMark, type Tool } from './picture-surface.tsx'
import { isIn, type MarkedVersion, type Part, partsOf } from './places.ts'
import { VideoTimes } from './video-times.tsx'
import type { WrittenMark } from './written-marks.ts'

type Props = {
  readonly version: MarkedVersion
  readonly marks: readonly WrittenMark[]
  readonly onChange: (marks: readonly WrittenMark[]) => void
}

const tools: { value: Tool; label: string }[] = [
  { value: 'point', label: phrase('Point') },
  { value: 'box', label: phrase('Box') },
  { value: 'drawing', label: phrase('Draw') },
]

/** Takes back what was done last, and nothing that was written since. */
type Undo = (marks: readonly WrittenMark[]) => readonly WrittenMark[]

/** Shows where: on the pictures, the video, the cards and the texts of a version, with words for each place. */
export function MarkPlaces({ version, marks, onChange }: Props) {
  const parts = partsOf(version)
  const [chosen, setChosen] = useState<string | null>(null)
  const [selected, setSelected] = useState<number | null>(null)
  const [undos, setUndos] = useState<readonly Undo[]>([])
  const part = parts.find(({ key }) => key === chosen) ?? parts[0]
  if (!part) return null
  const shown = marks.map(({ place }, index) => ({
    number: index + 1,
    place,
    label: say('Mark {number}: {place}', { number: index + 1, place: placeWords(say, place, version) }),
  }))
  const add = (place: Place) => {
    if (marks.length >= MARKS_MAX) return
    onChange([...marks, { place, comment: '' }])
    setSelected(marks.length + 1)
    setUndos([...undos, before => before.slice(0, -1)])
  }
  const change = (number: number, values: Partial<WrittenMark>) =>
    onChange(marks.map((mark, index) => (index + 1 === number ? { ...mark, ...values } : mark)))
  const remove = (number: number) => {
    const removed = marks[number - 1]
    if (!removed) return
    setSelected(null)
    onChange(marks.filter(mark => mark !== removed))
    setUndos([...undos, before => before.toSpliced(number - 1, 0, removed)])
  }
  const undo = () => {
    setSelected(null)
    onChange(undos.at(-1)?.(marks) ?? marks)
    setUndos(undos.slice(0, -1))
  }
  const select = (number: number) => {
    setSelected(number)
    const place = marks[number - 1]?.place
    const its = place && parts.find(one => isIn(place, one))
    if (its) setChosen(its.key)
  }
  return (
    <Stack gap="xs" component="section" aria-label={say('Marks')}>
      {parts.length > 1 && (
        <Group gap={6} role="group" aria-label={say('What to mark')}>
          {parts.map(({ key, name }) => (
            <Button
              key={key}
              size="compact-md"
              mih={44}
              variant={key === part.key ? 'light' : 'default'}
              aria-pressed={key === part.key}
              onClick={() => setChosen(key)}
            >
              {name}
            </Button>
          ))}
        </Group>
      )}
      <MarkedPart
        key={part.key}
        part={part}
        version={version}
        marks={shown.filter(({ place }) => isIn(place, part))}
        selected={selected}
        onSelect={setSelected}
        onMark={add}
        onChange={(number, place) => change(number, { place })}
      />
      {marks.length > 0 && (
        <ol className={classes.list} aria-label={say('Marked places')}>
          {marks.map(({ place, comment }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a mark is known by its number, and two may be the same
            <li key={index} className={classes.row}>
              <span className={`${classes.number} ${classes.badge}`} aria-hidden="true">
                {index + 1}
              </span>
              <TextInput
                className={classes.words}
                aria-label={say('Comment on mark {number}: {place}', {
                  number: index + 1,
                  place: placeWords(say, place, version),
                })}
                placeholder={placeWords(say, place, version)}
                // Written at once after the tap that made it.
                autoFocus={selected === index + 1}
                maxLength={MARK_COMMENT_MAX}
                value={comment}
                onFocus={() => select(index + 1)}
                onChange={event => change(index + 1, { comment: event.currentTarget.value })}
                onKeyDown={event => {
                  // The form is sent by its button.
                  if (event.key === 'Enter') event.preventDefault()
                }}
              />
              <IconButton
                size={44}
                label={say('Remove mark {number}', { number: index + 1 })}
                onClick={() => remove(index + 1)}
              >
                <IconX size={16} />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      {undos.length > 0 && (
        <Button
          variant="subtle"
          mih={44}
          style={{ alignSelf: 'start' }}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={undo}
        >
          {say('Undo')}
        </Button>
      )}
      {marks.length >= MARKS_MAX && (
        <Text size="xs" c="dimmed">
          {say('At most {count} marks can be made.', { count: MARKS_MAX })}
        </Text>
      )}
    </Stack>
  )
}

type PartProps = {
  readonly part: Part
  readonly version: MarkedVersion
  readonly marks: readonly ShownMark[]
  readonly selected: number | null
  readonly onSelect: (number: number) => void
  readonly onMark: (place: Place) => void
  readonly onChange: (number: number, place: Place) => void
}

function MarkedPart(props: PartProps) {
  const { part, version, marks, onMark } = props
  if (part.kind === 'text') return <MarkedWords text={version[part.part]} part={part.part} onMark={onMark} />
  if (part.kind === 'card')
    return (
      <Button
        variant="default"
        disabled={marks.length > 0}
        onClick={() => onMark({ kind: 'card', attachment_id: part.attachmentId })}
      >
        {say('Mark this card')}
      </Button>
    )
  if (part.kind === 'video')
    return (
      <VideoTimes
        media={part.media}
        frameRate={part.attachment.object_data?.options.stream?.frame_rate ?? null}
        onMark={(from, to) => onMark({ kind: 'time', object_id: part.objectId, from, to })}
      />
    )
  return <MarkedPicture {...props} part={part} />
}

function MarkedPicture({
  part,
  marks,
  selected,
  onSelect,
  onMark,
  onChange,
}: PartProps & { readonly part: Extract<Part, { kind: 'picture' | 'video' }> }) {
  const [tool, setTool] = useState<Tool>('point')
  return (
    <Stack gap="xs">
      <Group gap="xs" justify="space-between">
        <SegmentedControl
          aria-label={say('How to mark')}
          withItemsBorders={false}
          value={tool}
          data={tools.map(one => ({ ...one, label: say(one.label) }))}
          onChange={value => setTool(value as Tool)}
        />
        <Button
          variant="subtle"
          size="compact-md"
          mih={44}
          onClick={() => onMark({ kind: 'point', object_id: part.objectId, x: 0.5, y: 0.5 })}
        >
          {say('Mark the middle')}
        </Button>
      </Group>
      <PictureSurface
        src={part.media.medium}
        alt={part.name}
        crop={part.attachment.object_data?.crop ?? null}
        objectId={part.objectId}
        marks={marks}
        selected={selected}
        onSelect={onSelect}
        tool={tool}
        onMark={onMark}
        onChange={onChange}
      />
      <Text size="xs" c="dimmed">
        {tool === 'point' ? say('Tap the place. Arrow keys move a mark.') : say('Draw over the place.')}
      </Text>
    </Stack>
  )
}

type WordsProps = Pick<PartProps, 'onMark'> & {
  readonly text: string
  readonly part: 'message' | 'first_comment'
}

/** A field that cannot be written in: words are selected in it with a finger, a mouse or keys. */
function MarkedWords({ text, part, onMark }: WordsProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [[from, to], setRange] = useState<readonly [number, number]>([0, 0])
  const isTooLong = to - from > QUOTE_MAX
  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        label={say('Select the words')}
        readOnly
        autosize
        minRows={2}
        maxRows={10}
        value={text}
        error={isTooLong && say('Mark at most {count} characters.', { count: QUOTE_MAX })}
        onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
          setRange([selectionStart, selectionEnd])
        }
      />
      <Button
        variant="default"
        style={{ alignSelf: 'start' }}
        disabled={from === to || isTooLong}
        onClick={() => onMark({ kind: 'text', part, from, to, quote: text.slice(from, to) })}
      >
        {say('Mark the selected words')}
      </Button>
    </Stack>
  )
}
