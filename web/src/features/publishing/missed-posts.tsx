import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { countText } from '#domain/kernel/count-text.ts'
import { networkNames } from '#domain/networks/names.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { groupMissed, type Missed } from './missed.ts'
import classes from './missed-posts.module.css'
import { type Decision, useDecideMissed, useListMissedPosts } from './pauses-api.ts'

const ScheduleModal = lazy(() =>
  import('#web/features/schedules/schedule-modal.tsx').then(module => ({ default: module.ScheduleModal })),
)

const names = new Intl.ListFormat('en-GB')
const doneTexts = { now: 'Going out now', time: 'New time set', off: 'Taken off the schedule' } as const

/** Asks what happens to what came due in a pause: each singly, or all at once (docs/product/publishing.md "Pause"). */
export function MissedPosts({ onClose }: { readonly onClose: () => void }) {
  useFocusBack()
  const projectId = useProjectId()
  const { lead_time_minutes: leadMinutes } = useMe()
  const { data, error, refetch } = useListMissedPosts(projectId)
  const deciding = useDecideMissed(projectId)
  const [timed, setTimed] = useState<readonly Missed[] | null>(null)
  const { ask, dialog } = useConfirm()
  const missed = groupMissed(data?.posts ?? [])
  const posts = missed.filter(({ kind }) => kind === 'post')

  const decide = async (chosen: readonly Missed[], decision: Decision) => {
    const failures = await deciding.mutateAsync({ posts: chosen, decision })
    if (failures.length < chosen.length) toast.success(doneTexts[decision.kind])
    if (failures.length === 0 && chosen.length === missed.length) onClose()
  }
  const publishAll = async () => {
    const isSure = await ask({
      title: `Publish ${missed.length === 1 ? 'it' : `all ${missed.length}`} now?`,
      text: 'They go out at once, however late they are.',
      confirmLabel: 'Publish now',
      cancelLabel: 'Cancel',
    })
    if (isSure) await decide(missed, { kind: 'now' })
  }
  return (
    <>
      <Modal opened onClose={onClose} title="Missed while paused" size={720} closeButtonProps={closeButton}>
        <Stack>
          <Text size="sm">Nothing of this goes out until you decide. Approvals are kept.</Text>
          {error && !data && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
          {!error && !data && (
            <Loading>
              <Skeleton height={160} />
            </Loading>
          )}
          {data && missed.length > 1 && (
            <Actions
              about="all"
              isBusy={deciding.isPending}
              onNow={() => void publishAll()}
              onTime={posts.length > 0 ? () => setTimed(posts) : null}
              onOff={() => void decide(missed, { kind: 'off' })}
            />
          )}
          {data && missed.length === 0 && <Text size="sm">Everything is decided.</Text>}
          {missed.length > 0 && (
            <BoxedList aria-label="Missed posts">
              {missed.map(post => (
                <MissedRow key={`${post.kind} ${post.post_id}`} post={post}>
                  <Actions
                    about={post.text}
                    isComment={post.kind === 'first_comment'}
                    isBusy={deciding.isPending}
                    onNow={() => void decide([post], { kind: 'now' })}
                    onTime={post.kind === 'post' ? () => setTimed([post]) : null}
                    onOff={() => void decide([post], { kind: 'off' })}
                  />
                </MissedRow>
              ))}
            </BoxedList>
          )}
          {data && data.count > data.posts.length && (
            <Alert color="gray" variant="light">
              {countText(data.count - data.posts.length, 'more is', 'more are')} shown when these are decided.
            </Alert>
          )}
        </Stack>
      </Modal>
      {timed && (
        <Suspense fallback={null}>
          <ScheduleModal
            action={timed.length === 1 ? 'reschedule' : 'batch'}
            initial={{ is_autoposting: timed.every(({ is_autoposting }) => is_autoposting) }}
            posts={[]}
            leadMinutes={leadMinutes}
            onConfirm={async to => {
              await decide(timed, { kind: 'time', to })
              setTimed(null)
            }}
            onClose={() => setTimed(null)}
          />
        </Suspense>
      )}
      {dialog}
    </>
  )
}

const closeButton = { 'aria-label': 'Close' }

function MissedRow({ post, children }: { readonly post: Missed; readonly children: ReactNode }) {
  const timezone = useTimezone()
  const { kind, text, networks, due_at } = post
  return (
    <li className={classes.row}>
      <div>
        <Text size="sm" lineClamp={2}>
          <bdi>{text === '' ? 'A post without a text' : text}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {kind === 'first_comment' && 'First comment, '}
          {names.format(networks.map(network => networkNames[network]))}, was due{' '}
          <ZonedTime instant={due_at} timezone={timezone} zone="hint" />
        </Text>
      </div>
      {children}
    </li>
  )
}

type ActionsProps = {
  /** The text of the post, or `all`. */
  readonly about: string
  readonly isComment?: boolean
  readonly isBusy: boolean
  readonly onNow: () => void
  readonly onTime: (() => void) | null
  readonly onOff: () => void
}

function Actions({ about, isComment = false, isBusy, onNow, onTime, onOff }: ActionsProps) {
  const all = about === 'all'
  const label = (text: string) => (all ? text : `${text}: ${about}`)
  const off = isComment ? 'Leave it out' : `Take ${all ? 'all ' : ''}off the schedule`
  return (
    <Group gap="xs" role="group" aria-label={all ? 'All of them' : about}>
      <Button size="compact-sm" disabled={isBusy} onClick={onNow} aria-label={label('Publish now')}>
        {all ? 'Publish all now' : 'Publish now'}
      </Button>
      {onTime && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          onClick={onTime}
          aria-label={label('New time')}
        >
          {all ? 'One new time for all' : 'New time'}
        </Button>
      )}
      <Button size="compact-sm" variant="default" disabled={isBusy} onClick={onOff} aria-label={label(off)}>
        {off}
      </Button>
    </Group>
  )
}
