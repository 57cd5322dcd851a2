import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { completeMention, type Mentionable, mentionAt, peopleFor } from './mentions.ts'
import classes from './notes.module.css'

type Props = {
  readonly label: string
  readonly value: string
  readonly isInvalid: boolean
  readonly people: readonly Mentionable[]
  readonly onChange: (text: string) => void
  readonly description?: string | undefined
  /** 2 to 8 if left out. */
  readonly rows?: readonly [least: number, most: number]
  /** Has the focus when its dialog opens. */
  readonly isFirst?: boolean
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * A text in which `@` offers people, in a list of its own below it: the library's would bring 28 kB to every draft
 * (docs/decisions/0043-what-a-page-must-load.md).
 */
export function MentionTextarea(props: Props) {
  const { label, value, isInvalid, people, onChange, description, rows = [2, 8], isFirst = false } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const fieldId = useId()
  const listId = useId()
  const mention = mentionAt(value, caret)
  const offered = mention && mention.start !== dismissed ? peopleFor(people, mention.typed) : []
  const isOpen = offered.length > 0
  const choose = (person: Mentionable | undefined) => {
    if (!person || !mention) return
    const completed = completeMention(value, { start: mention.start, caret, name: person.name })
    onChange(completed.text)
    setCaret(completed.caret)
    requestAnimationFrame(() => field.current?.setSelectionRange(completed.caret, completed.caret))
  }
  const follow = () => setCaret(field.current?.selectionStart ?? 0)
  const point = (next: number) => {
    setActive(next)
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return
    const step = steps[event.key]
    if (step === undefined && event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    // The dialog or page around it stays open.
    event.stopPropagation()
    if (step !== undefined) point((active + step + offered.length) % offered.length)
    else if (event.key === 'Enter') choose(offered[active])
    else setDismissed(mention?.start ?? null)
  }
  return (
    <div className={classes.mentioning}>
      <Textarea
        ref={field}
        id={fieldId}
        label={label}
        description={description}
        data-autofocus={isFirst || undefined}
        autosize
        minRows={rows[0]}
        maxRows={rows[1]}
        value={value}
        error={isInvalid}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
        onChange={event => {
          onChange(event.currentTarget.value)
          setCaret(event.currentTarget.selectionStart)
          setDismissed(null)
          setActive(0)
        }}
        onSelect={follow}
        onBlur={() => setCaret(0)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div id={listId} role="listbox" aria-label="People to mention" className={classes.people}>
          {offered.map((person, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the text chooses
            <div
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className={classes.person}
              // Keeps the caret in place.
              onPointerDown={event => event.preventDefault()}
              onMouseDown={event => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(person)}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
