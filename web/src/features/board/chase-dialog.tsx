import { Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { countText } from '#domain/kernel/count-text.ts'
import { isEmptyText } from '#domain/kernel/text.ts'
import { REMINDER_MAX, type WaitedFor, type WaitingList } from '#domain/publishing/chase-contract.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import classes from './board.module.css'
import { useRemindWaitedFor } from './chase-api.ts'
import { againText, reminderText, waitingText } from './chase-text.ts'

type Props = { readonly list: WaitingList; readonly timezone: string; readonly onClose: () => void }

/** Reminds one, several or all of those whom posts wait for, with a message if wished. All who can be reminded are chosen at first. */
export function ChaseDialog({ list: { people }, timezone, onClose }: Props) {
  useFocusBack()
  const now = useNow()
  const remind = useRemindWaitedFor()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [message, setMessage] = useState('')
  const chosen = people.filter(one => againText(one, now) === '' && !left.has(one.id))
  const send = (those: readonly WaitedFor[], onSuccess?: () => void) =>
    remind.mutate(
      {
        people: those.map(({ id }) => id),
        ...(isEmptyText(message) ? {} : { message }),
        names: new Map(people.map(({ id, name }) => [id, name])),
      },
      { onSuccess },
    )
  const toggle = (id: number, isChosen: boolean) => {
    const next = new Set(left)
    if (isChosen) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  const isAll = chosen.length === people.length && chosen.length > 1
  return (
    <Modal opened onClose={onClose} title="Remind people of what waits for them" size="lg">
      <Stack>
        {people.length === 0 && <Text size="sm">Nothing waits for anybody any more.</Text>}
        <ul className={classes.people}>
          {people.map(one => (
            <Person
              key={one.id}
              person={one}
              clock={{ now, timezone }}
              isChosen={chosen.includes(one)}
              isBusy={remind.isPending}
              onChoose={isChosen => toggle(one.id, isChosen)}
              onRemind={() => send([one])}
            />
          ))}
        </ul>
        <Textarea
          label="Message (optional)"
          description="They read it in the mail and under their bell."
          autosize
          maxLength={REMINDER_MAX}
          value={message}
          onChange={event => setMessage(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button
            disabled={chosen.length === 0}
            loading={remind.isPending}
            onClick={() => send(chosen, onClose)}
          >
            {chosen.length === 0
              ? 'Remind'
              : `Remind ${isAll ? 'all ' : ''}${countText(chosen.length, 'person', 'people')}`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type PersonProps = {
  readonly person: WaitedFor
  readonly clock: Parameters<typeof waitingText>[1]
  readonly isChosen: boolean
  readonly isBusy: boolean
  readonly onChoose: (isChosen: boolean) => void
  readonly onRemind: () => void
}

function Person({ person, clock, isChosen, isBusy, onChoose, onRemind }: PersonProps) {
  const again = againText(person, clock.now)
  return (
    <li className={classes.person}>
      <Checkbox
        label={person.name}
        description={waitingText(person, clock)}
        checked={isChosen}
        disabled={again !== ''}
        onChange={event => onChoose(event.currentTarget.checked)}
      />
      <Button
        variant="default"
        size="compact-sm"
        disabled={again !== '' || isBusy}
        aria-label={`Remind ${person.name}`}
        onClick={onRemind}
      >
        Remind
      </Button>
      <div className={classes.facts}>
        {!person.is_mailed && <p>Has turned these mails off: sees a reminder only in Galley.</p>}
        {again !== '' && <p>{again}</p>}
        {person.reminders.map(reminder => (
          <p key={reminder.at}>{reminderText(reminder, clock)}</p>
        ))}
      </div>
    </li>
  )
}
