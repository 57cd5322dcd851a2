import { Button, Checkbox, Group, Modal, NativeSelect, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { timezoneLabel } from '#domain/kernel/time.ts'
import {
  type BoardPreferences,
  getBoardPreferences,
  saveBoardPreferences,
} from '#domain/notifications/board-preferences-contract.ts'
import { daysInOrder, mailTimes } from '#domain/notifications/mail-days.ts'
import { nameOfDay, timeText } from '#web/features/notifications/delivery-words.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { RowsLoading } from '#web/ui/rows-loading.tsx'
import { Failed } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'
import classes from './board.module.css'

const key = ['board', 'preferences'] as const

const useGetBoardPreferences = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => call(getBoardPreferences, { signal }) })

const useSaveBoardPreferences = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BoardPreferences) => call(saveBoardPreferences, { body }),
    onSuccess: saved => {
      client.setQueryData(key, saved)
      toast.success('Saved')
      // Where the person begins is part of it.
      void client.invalidateQueries({ queryKey: queryKeys.me() })
    },
  })
}

type Props = { readonly timezone: string; readonly onClose: () => void }

/** Whether a person begins on the board, and whether and when it is mailed to them (docs/product/board.md "Daily mail"). */
export function PreferencesDialog({ timezone, onClose }: Props) {
  useFocusBack()
  const { data, error, refetch } = useGetBoardPreferences()
  return (
    <Modal opened onClose={onClose} title="The board and you" size="md">
      {!data && error && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <RowsLoading height={44} />}
      {data && <PreferencesForm saved={data} timezone={timezone} onClose={onClose} />}
    </Modal>
  )
}

const workdays = [1, 2, 3, 4, 5]

function PreferencesForm({ saved, timezone, onClose }: Props & { readonly saved: BoardPreferences }) {
  const save = useSaveBoardPreferences()
  const [lands, setLands] = useState(saved.lands_on_board)
  const [isMailed, setMailed] = useState(saved.digest !== null)
  const [days, setDays] = useState<readonly number[]>(saved.digest?.days ?? workdays)
  const [time, setTime] = useState(saved.digest?.time ?? '08:30')
  // What was chosen in another place stays there until something else is chosen here.
  const zone = saved.digest?.timezone ?? timezone
  const digest = isMailed ? { days: [...days], time, timezone: zone } : null
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        save.mutate({ digest, lands_on_board: lands }, { onSuccess: onClose })
      }}
    >
      <Stack>
        <Checkbox
          label="Begin on the board after signing in"
          checked={lands}
          onChange={event => setLands(event.currentTarget.checked)}
        />
        <Checkbox
          label="Mail me what is red or amber"
          description="No mail on days on which everything goes out."
          checked={isMailed}
          onChange={event => setMailed(event.currentTarget.checked)}
        />
        {isMailed && (
          <>
            <fieldset className={classes.days}>
              <legend>Days</legend>
              {daysInOrder.map(day => (
                <Checkbox
                  key={day}
                  label={nameOfDay(day)}
                  checked={days.includes(day)}
                  onChange={event =>
                    setDays(event.currentTarget.checked ? [...days, day] : days.filter(one => one !== day))
                  }
                />
              ))}
            </fieldset>
            <NativeSelect
              label="Time"
              description={`By the clock of ${timezoneLabel(zone)}.`}
              value={time}
              onChange={event => setTime(event.currentTarget.value)}
              data={mailTimes.map(value => ({ value, label: timeText(value) }))}
            />
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={isMailed && days.length === 0}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
