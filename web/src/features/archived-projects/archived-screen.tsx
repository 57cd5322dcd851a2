import { Button, Center, Group, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { countText } from '#domain/kernel/count-text.ts'
import { isAdmin } from '#domain/permissions/can.ts'
import type { ArchivedProject } from '#domain/projects/archiving-contract.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { destinationOf, homeOfProject } from '#web/platform/redirects.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { RowsLoading } from '#web/ui/rows-loading.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { useListArchivedProjects } from './api.ts'
import { BringBackButton } from './bring-back-button.tsx'

/** The person's archived clients (docs/product/archived-projects.md "The page"). */
export function ArchivedScreen() {
  const me = useMe()
  const navigate = useNavigate()
  const { data, error, refetch } = useListArchivedProjects()
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>Archived clients · Galley</title>
      <Stack w="100%" maw={720} gap="lg">
        <div>
          <Title order={1} size="h3">
            Archived clients
          </Title>
          <Text size="sm" c="dimmed">
            They can be read but not changed, and nothing of them goes out.
          </Text>
        </div>
        {error && !data && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
        {!error && !data && <RowsLoading height={64} />}
        {data?.projects.length === 0 && (
          <Empty title="No client is archived" text="An admin archives one in its settings, under General." />
        )}
        {data && data.projects.length > 0 && (
          <BoxedList>
            {data.projects.map(project => (
              <li key={project.id}>
                <ArchivedRow project={project} />
              </li>
            ))}
          </BoxedList>
        )}
        {(data || error) && (
          <Group>
            <Button variant="default" onClick={() => void navigate({ to: destinationOf(me, null) })}>
              {me.projects.length > 0 ? 'Back to your projects' : 'Go on'}
            </Button>
          </Group>
        )}
      </Stack>
    </Center>
  )
}

const plannedText = ({ missed_posts, scheduled_posts }: ArchivedProject): string => {
  if (missed_posts === null || scheduled_posts === null) return ''
  const parts = [
    missed_posts > 0 ? `${countText(missed_posts, 'post', 'posts')} came due since` : '',
    scheduled_posts > 0 ? `${countText(scheduled_posts, 'post', 'posts')} still to come` : '',
  ].filter(part => part !== '')
  return ` · ${parts.length > 0 ? parts.join(', ') : 'nothing scheduled'}`
}

function ArchivedRow({ project }: { readonly project: ArchivedProject }) {
  const { id, name, agency_name, archived_at, archived_by, timezone } = project
  return (
    <Group justify="space-between" gap="sm" p="sm">
      <div>
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          <bdi>{agency_name}</bdi> · archived{' '}
          <ZonedTime instant={archived_at} timezone={timezone} format="day" zone="hint" />
          {archived_by !== null && (
            <>
              {' '}
              by <bdi>{archived_by}</bdi>
            </>
          )}
          {plannedText(project)}
        </Text>
      </div>
      <Group gap="xs">
        <LinkButton
          size="compact-sm"
          variant="default"
          to={homeOfProject(project)}
          aria-label={`Open ${name}`}
        >
          Open
        </LinkButton>
        {isAdmin(project) && <BringBackButton projectId={id} name={name} />}
      </Group>
    </Group>
  )
}
