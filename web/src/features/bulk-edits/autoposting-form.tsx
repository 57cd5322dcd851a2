import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { actionTexts } from '#domain/kernel/action-texts.ts'
import { isOutsideLeadTime, leadTimeInWords, mustNotAutopost } from '#domain/schedules/timing.ts'
import { useMe } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { type Outcome, useRescheduleEach } from './api.ts'
import { type EditFormProps, LeftPosts, Refused, titleOf, WorkProgress } from './outcome.tsx'

type Props = EditFormProps & { readonly scheduleBlockOf: (entry: CalendarEntry) => string | null }

/** Turns autoposting on or off for many posts (docs/product/bulk-edits.md "Autoposting"). */
export function AutopostingForm({ posts, scheduleBlockOf, onBusy, onDone, onClose }: Props) {
  const projectId = useProjectId()
  const [isOn, setOn] = useState(true)
  const [done, setDone] = useState(0)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { lead_time_minutes: lead } = useMe()
  const now = useNow(10_000)
  const reschedule = useRescheduleEach(projectId)
  const blockOf = (entry: CalendarEntry): string | null => {
    const { item } = entry
    if (item.is_autoposting === isOn) return `Autoposting is already ${isOn ? 'on' : 'off'}.`
    const block = scheduleBlockOf(entry)
    if (block !== null) return block
    if (isOn && item.post.post_socials.some(each => mustNotAutopost([each.social_network], each.type)))
      return 'Instagram stories and media carousels cannot be autoposted.'
    return isOutsideLeadTime(item.datetime, now, lead)
      ? null
      : actionTexts.lead_time.replace('{lead}', leadTimeInWords(lead))
  }
  const blocks = posts.map(each => ({
    ...each,
    reason: each.entry ? blockOf(each.entry) : 'The post has no schedule yet.',
  }))
  const allowed = blocks.flatMap(({ entry, reason }) => (entry && reason === null ? [entry] : []))
  const left = blocks.flatMap(({ reason, ...each }) =>
    reason === null ? [] : [{ title: titleOf(each), reason }],
  )
  const submit = async () => {
    onBusy(true)
    const changes = allowed.map(({ item }) => ({ item, to: { is_autoposting: isOn } }))
    const result = await reschedule.mutateAsync({ changes, onProgress: setDone })
    onBusy(false)
    if (result.refused.length === 0) onDone()
    else setOutcome(result)
  }
  if (outcome) return <Refused outcome={outcome} posts={posts} onDone={onDone} />
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (allowed.length > 0 && !reschedule.isPending) void submit()
      }}
    >
      <Stack>
        <SegmentedControl
          aria-label="Autoposting"
          data={[
            { value: 'on', label: 'On' },
            { value: 'off', label: 'Off' },
          ]}
          value={isOn ? 'on' : 'off'}
          onChange={value => setOn(value === 'on')}
          disabled={reschedule.isPending}
        />
        <Text size="sm" role="status">
          {allowed.length} of {posts.length} posts will change. Their times stay as they are.
        </Text>
        <LeftPosts title={`${left.length} stay as they are`} rows={left} />
        {reschedule.isPending && <WorkProgress done={done} all={allowed.length} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={reschedule.isPending}>
            Cancel
          </Button>
          <Button type="submit" disabled={allowed.length === 0} loading={reschedule.isPending}>
            Turn {isOn ? 'on' : 'off'} for {allowed.length}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
