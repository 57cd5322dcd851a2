import { Button, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { type ActivityKind, activityKinds, shownTypes } from '#domain/approvals/activity.ts'
import type { Activity } from '#domain/approvals/conversation-contract.ts'
import { useMay } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { type TalkSubject, useListActivities } from '../conversation-api.ts'
import { activityText, changeHeading, kindNames, mediaText, scheduleText } from './activity-words.ts'
import classes from './approval-history.module.css'

const ChangedText = lazy(() =>
  import('../snapshots/changed-text.tsx').then(module => ({ default: module.ChangedText })),
)

/** What an edit changed: its words, the number of files, and the names of what has neither. */
function EditedContent({ changes }: Pick<Activity, 'changes'>) {
  return changes.map(change => (
    <Stack key={change.social_networks.join()} gap={6}>
      <Text size="sm">{changeHeading(change)}</Text>
      <Suspense fallback={null}>
        {change.text && <ChangedText label="Text" change={change.text} />}
        {change.first_comment && <ChangedText label="First comment" change={change.first_comment} />}
      </Suspense>
      {change.media && <Text size="sm">{mediaText(change.media)}</Text>}
    </Stack>
  ))
}

const EarlierVersions = lazy(() =>
  import('../snapshots/earlier-versions.tsx').then(module => ({ default: module.EarlierVersions })),
)

type Props = { readonly subject: TalkSubject }

/** What happened to the post, newest first (docs/product/approvals.md "Activity"). */
export function ActivityTab({ subject }: Props) {
  const may = useMay(subject.projectId)
  const seesInternal = may('post.seeInternalApprovalRound')
  const [kind, setKind] = useState<ActivityKind | null>(null)
  const [isComparing, setComparing] = useState(false)
  const kinds = activityKinds.filter(one => shownTypes(one, { seesInternal }).length > 0)
  return (
    <Stack p="md" gap="md">
      <NativeSelect
        aria-label="Show"
        value={kind ?? ''}
        onChange={event => setKind(kinds.find(one => one === event.currentTarget.value) ?? null)}
        data={[
          { value: '', label: 'All activities' },
          ...kinds.map(value => ({ value, label: kindNames[value] })),
        ]}
      />
      <Button variant="default" onClick={() => setComparing(true)}>
        Earlier versions
      </Button>
      <Suspense fallback={null}>
        {isComparing && <EarlierVersions subject={subject} onClose={() => setComparing(false)} />}
      </Suspense>
      <ActivityList subject={subject} kind={kind} isClient={!seesInternal} />
    </Stack>
  )
}

type ListProps = Props & { readonly kind: ActivityKind | null; readonly isClient: boolean }

function ActivityList({ subject, kind, isClient }: ListProps) {
  const query = useListActivities(subject, kind)
  const { data, error } = query
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void query.refetch()} />
  if (!data)
    return (
      <Loading>
        <Stack gap="sm">
          <Skeleton height={56} />
          <Skeleton height={56} />
        </Stack>
      </Loading>
    )
  const activities = data.pages.flatMap(page => page.activities)
  if (activities.length === 0)
    return (
      <Text size="sm" c="dimmed" ta="center" py="lg">
        {/* Fixed wording (docs/product/approvals.md "Texts"). */}
        You don't have any activities now
      </Text>
    )
  return (
    <>
      <ol className={classes.list} aria-label="Activity">
        {activities.map(activity => (
          <Entry key={activity.id} activity={activity} isClient={isClient} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier activities
        </Button>
      )}
    </>
  )
}

type EntryProps = { readonly activity: Activity; readonly isClient: boolean }

function Entry({ activity, isClient }: EntryProps) {
  const timezone = useTimezone()
  const person = activity.created_by_user
  const isGalleys = activity.kind === 'publishing' || activity.type === 'approved_by_system'
  const name = person?.name ?? (isClient && !isGalleys ? 'The agency' : 'Galley')
  const { schedule } = activity
  return (
    <li className={classes.entry} data-activity={activity.type}>
      <div className={classes.head}>
        <PersonAvatar name={name} image={person?.avatar_image_link ?? null} size={28} decorative />
        <div className={classes.who}>
          <Text size="sm">
            <strong>{name}</strong> {activityText(activity)}
          </Text>
          <Text size="xs" c="dimmed">
            <ZonedTime instant={activity.created_at} timezone={timezone} zone="hint" />
          </Text>
        </div>
      </div>
      <EditedContent changes={activity.changes} />
      {schedule && (
        <Text size="sm">
          {schedule.before && (
            <>
              <del>{scheduleText(schedule.before)}</del> →{' '}
            </>
          )}
          {scheduleText(schedule.after)}
        </Text>
      )}
      {activity.message && (
        <Text size="sm" className={classes.message}>
          {activity.message}
        </Text>
      )}
    </li>
  )
}
