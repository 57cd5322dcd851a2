import { Button, Group, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useContext, useState } from 'react'
import { countText } from '#domain/kernel/count-text.ts'
import { isAdmin } from '#domain/permissions/can.ts'
import type { Pause } from '#domain/projects/pause.ts'
import { useMe } from '#web/platform/me.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { TopNotice } from '#web/ui/page/top-notice.tsx'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { useListMissedPosts, useResume } from './pauses-api.ts'

const MissedPosts = lazy(() => import('./missed-posts.tsx').then(module => ({ default: module.MissedPosts })))

/** At the top of every page of a paused client, and after a pause in which something was missed (docs/product/publishing.md "Pause"). */
export function PauseNotices() {
  const { pauses = [], missed_posts = [], agency, agency_role } = useMe()
  const project = useContext(ShownProject)
  const [isOpen, setOpen] = useState(false)
  const own = project?.role ? project : null
  const agencyId = own?.agency_id ?? agency?.id
  const shown = pauses.filter(pause =>
    pause.project_id === null ? pause.agency_id === agencyId : pause.project_id === own?.id,
  )
  const known = own ? (missed_posts.find(({ project_id }) => project_id === own.id)?.count ?? 0) : 0
  // Read where something was missed: what others decide changes the number while the page is open.
  const list = useListMissedPosts(own?.id ?? 0, known > 0 && shown.length === 0)
  const missed = known > 0 ? (list.data?.count ?? known) : 0
  const role = own?.role ?? agency_role
  return (
    <>
      {shown.map(pause => (
        <PauseNotice
          key={pause.id}
          pause={pause}
          timezone={own?.timezone ?? browserTimezone()}
          mayResume={isAdmin({ role })}
          onMissed={() => setOpen(true)}
        />
      ))}
      {missed > 0 && shown.length === 0 && (
        <TopNotice color="yellow" title={missedTitle(missed)}>
          <Group gap="xs">
            <Text size="sm">Nothing goes out late by itself. Decide what happens to each.</Text>
            <Button size="compact-sm" onClick={() => setOpen(true)}>
              Decide
            </Button>
          </Group>
        </TopNotice>
      )}
      {isOpen && own && missed > 0 && shown.length === 0 && (
        <Suspense fallback={null}>
          <MissedPosts onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const missedTitle = (count: number): string =>
  `${countText(count, 'post was', 'posts were')} missed while nothing went out`

type NoticeProps = {
  readonly pause: Pause
  readonly timezone: string
  readonly mayResume: boolean
  readonly onMissed: () => void
}

function PauseNotice({ pause, timezone, mayResume, onMissed }: NoticeProps) {
  const { id, agency_id, project_id, reason, paused_at, ends_at, paused_by } = pause
  const resuming = useResume({ agencyId: agency_id, projectId: project_id })
  const resume = () =>
    sayWhenDone(resuming.mutateAsync(id), ({ missed }) => {
      toast.success('Publishing goes on')
      if (missed > 0) onMissed()
    })
  return (
    <TopNotice
      color="yellow"
      title={project_id === null ? 'Publishing is paused for all clients' : 'Publishing is paused'}
    >
      <Stack gap={4}>
        <Text size="sm">
          <bdi>{reason}</bdi>
        </Text>
        <Group gap="xs">
          <Text size="sm">
            {paused_by !== null && (
              <>
                By <bdi>{paused_by}</bdi>,{' '}
              </>
            )}
            since <ZonedTime instant={paused_at} timezone={timezone} zone="hint" />,{' '}
            {ends_at === null ? (
              'until somebody resumes it'
            ) : (
              <>
                until <ZonedTime instant={ends_at} timezone={timezone} />
              </>
            )}
            . Nothing goes out.
          </Text>
          {mayResume && (
            <Button size="compact-sm" loading={resuming.isPending} onClick={resume}>
              Resume
            </Button>
          )}
        </Group>
      </Stack>
    </TopNotice>
  )
}
