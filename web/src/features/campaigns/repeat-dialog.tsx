import { Alert, Button, Checkbox, Group, Loader, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { campaignNameProblem } from '#domain/campaigns/campaigns.ts'
import type { previewRepeat } from '#domain/campaigns/contract.ts'
import type { Campaign } from '#domain/campaigns/model.ts'
import { SHIFT_DAYS_MAX, shiftOf } from '#domain/campaigns/repeat.ts'
import { countText } from '#domain/kernel/count-text.ts'
import { addDays, daysBetween } from '#domain/kernel/days.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import { dayOf, isLocalDate, type LocalDate, timezoneLabel } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import { ProjectSelect } from '#web/features/duplication/project-select.tsx'
import { expectApiError, messageOf } from '#web/platform/api-error.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { LeftOutDays } from './left-out-days.tsx'
import { type Repetition, usePreviewRepeat, useRepeatCampaign } from './repeat-api.ts'
import { RepeatedPosts } from './repeated-posts.tsx'

type Props = { readonly campaign: Campaign; readonly onClose: () => void }
type Preview = Output<typeof previewRepeat>

/** All posts of a campaign again, on other days or for another client (docs/product/campaigns.md "Repeat"). Mount it while it is open. */
export function RepeatDialog({ campaign, onClose }: Props) {
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Repeat “${campaign.name}”`}
      size={640}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <RepeatForm campaign={campaign} onClose={onClose} />
    </Modal>
  )
}

type Days = { readonly first: LocalDate; readonly last: LocalDate }

/** The first and the last day that its posts have now; null: none has a day. */
const daysOf = (preview: Preview | undefined): Days | null => {
  const days = preview?.posts.flatMap(({ from }) => from?.date ?? []).toSorted() ?? []
  const [first] = days
  return first === undefined ? null : { first, last: days.at(-1) ?? first }
}

/** The first day after whole weeks on which it is past this day. */
const firstDayAfter = (first: LocalDate, day: LocalDate): LocalDate =>
  addDays(first, Math.max(0, 7 * Math.ceil((daysBetween(first, day) + 1) / 7)))

/** With which first day the dialog begins: in the future, and here after the campaign itself. */
const proposedDay = ({ first, last }: Days, today: LocalDate, isHere: boolean): LocalDate =>
  firstDayAfter(first, isHere && last > today ? last : today)

/** How many days the chosen first day is away, and why that cannot be. */
const shiftTo = (first: LocalDate | null, chosen: string): number | null => {
  if (first === null) return 0
  if (!isLocalDate(chosen)) return null
  const shift = daysBetween(first, chosen)
  return Math.abs(shift) <= SHIFT_DAYS_MAX ? shift : null
}

function RepeatForm({ campaign, onClose }: Props) {
  const projectId = useProjectId()
  const today = dayOf(new Date(), useTimezone())
  const [name, setName] = useState(campaign.name)
  const [toProjectId, setTarget] = useState(projectId)
  const [keepsWeekdays, setKeepsWeekdays] = useState(true)
  const [leftOut, setLeftOut] = useState<readonly LocalDate[]>([])
  const [chosen, setChosen] = useState<string | null>(null)
  const [days, setDays] = useState<Days | null>(null)
  const first = days?.first ?? null
  const day = chosen ?? (days === null ? '' : proposedDay(days, today, toProjectId === projectId))
  const shift = shiftTo(first, day)
  const wanted: Repetition = { toProjectId, shiftDays: shift ?? 0, keepsWeekdays, leftOut }
  // As a text, which stays the same while nothing in it changes.
  const written = JSON.stringify(wanted)
  const [rested] = useDebouncedValue(written, 250)
  const {
    data: preview,
    error,
    isPlaceholderData,
    isFetching,
  } = usePreviewRepeat(projectId, campaign.id, JSON.parse(rested) as Repetition)
  const found = daysOf(preview)
  if (days === null && found !== null) setDays(found)
  const { mutateAsync: repeat, isPending } = useRepeatCampaign(projectId, campaign.id)
  const [failure, setFailure] = useState<string | null>(null)
  const nameProblem = campaignNameProblem(name)
  const isCurrent = !isPlaceholderData && !isFetching && rested === written
  const count = preview?.posts.filter(({ is_repeated }) => is_repeated).length ?? 0
  const problem = shift === null ? 'Choose the first day.' : (preview?.problem ?? null)
  const submit = async () => {
    setFailure(null)
    try {
      await repeat({ ...wanted, name })
      onClose()
    } catch (refusal) {
      setFailure(messageOf(refusal))
      expectApiError(refusal)
    }
  }
  return (
    <Stack gap="md">
      <TextInput
        label="Name of the new campaign"
        value={name}
        maxLength={400}
        error={nameProblem}
        onChange={event => setName(event.currentTarget.value)}
      />
      {preview?.posts[0] && (
        <ProjectSelect postId={preview.posts[0].post_id} value={toProjectId} onChange={setTarget} />
      )}
      {first !== null && (
        <>
          <TextInput
            type="date"
            label="First day"
            description={firstDayText(first, shift, keepsWeekdays)}
            value={day}
            onChange={event => setChosen(event.currentTarget.value)}
          />
          <Checkbox
            label="Keep weekdays"
            checked={keepsWeekdays}
            onChange={event => setKeepsWeekdays(event.currentTarget.checked)}
          />
          <LeftOutDays days={leftOut} onChange={setLeftOut} />
        </>
      )}
      {error && (
        <Alert color="red" variant="light" role="alert">
          {messageOf(error)}
        </Alert>
      )}
      {!preview && !error && <Loader size="sm" role="status" aria-label="Loading posts" />}
      {preview && (
        <>
          <Text size="sm" role="status" c={problem ? 'var(--g-danger-text)' : 'dimmed'}>
            {problem ?? summaryOf(preview, count)}
          </Text>
          <RepeatedPosts posts={preview.posts} />
        </>
      )}
      {failure !== null && (
        <Alert color="red" variant="light" role="alert">
          {failure}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={isPending}
          disabled={!isCurrent || problem !== null || nameProblem !== null}
          onClick={() => void submit()}
        >
          {count === 1 ? 'Make 1 draft' : `Make ${count} drafts`}
        </Button>
      </Group>
    </Stack>
  )
}

const dayText = (date: LocalDate): string => formatLocal({ date, time: '00:00' }, formats.weekday)

/** Where the first post lands: with weekdays kept, that may be later than the chosen day. */
const firstDayText = (first: LocalDate, shiftDays: number | null, keepsWeekdays: boolean): string =>
  shiftDays === null
    ? `Of the first post, which was on ${dayText(first)}.`
    : `The first post moves from ${dayText(first)} to ${dayText(addDays(first, shiftOf({ shiftDays, keepsWeekdays })))}.`

const summaryOf = ({ posts, files, timezone }: Preview, count: number): string => {
  const behind = posts.length - count
  return [
    `${countText(count, 'draft')} ${count === 1 ? 'is' : 'are'} made, by the clock of ${timezoneLabel(timezone)}.`,
    ...(behind === 0 ? [] : [`${countText(behind, 'post')} ${behind === 1 ? 'stays' : 'stay'} behind.`]),
    ...(files === 0
      ? []
      : [`${countText(files, 'file')} ${files === 1 ? 'is' : 'are'} copied in the background.`]),
    'Approvals and notes stay here.',
  ].join(' ')
}
