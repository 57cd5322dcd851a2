import { Combobox, Textarea, useCombobox } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { completeMention, type Mentionable, mentionAt, peopleFor } from './mentions.ts'

type Props = {
  readonly label: string
  readonly value: string
  readonly isInvalid: boolean
  readonly people: readonly Mentionable[]
  readonly onChange: (text: string) => void
}

/** A text in which `@` offers people. */
export function MentionTextarea({ label, value, isInvalid, people, onChange }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const combobox = useCombobox()
  const fieldId = useId()
  const mention = mentionAt(value, caret)
  const offered = mention && mention.start !== dismissed ? peopleFor(people, mention.typed) : []
  const isOpen = offered.length > 0
  const choose = (id: string) => {
    const person = offered.find(each => String(each.id) === id)
    if (!person || !mention) return
    const completed = completeMention(value, { start: mention.start, caret, name: person.name })
    onChange(completed.text)
    setCaret(completed.caret)
    requestAnimationFrame(() => field.current?.setSelectionRange(completed.caret, completed.caret))
  }
  const follow = () => setCaret(field.current?.selectionStart ?? 0)
  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: isOpen }}
      onOptionSubmit={choose}
      position="bottom-start"
      withinPortal
    >
      <Combobox.EventsTarget withKeyboardNavigation={isOpen} withAriaAttributes={isOpen}>
        <Textarea
          ref={field}
          id={fieldId}
          label={label}
          autosize
          minRows={2}
          maxRows={8}
          value={value}
          error={isInvalid}
          onChange={event => {
            onChange(event.currentTarget.value)
            setCaret(event.currentTarget.selectionStart)
            setDismissed(null)
            combobox.selectFirstOption()
          }}
          onSelect={follow}
          onBlur={() => setCaret(0)}
          onKeyDown={event => {
            if (event.key !== 'Escape' || !isOpen) return
            // The dialog or page around it stays open.
            event.stopPropagation()
            setDismissed(mention?.start ?? null)
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.DropdownTarget>
        <div />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options aria-label="People to mention">
          {offered.map(({ id, name }) => (
            <Combobox.Option key={id} value={String(id)}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
