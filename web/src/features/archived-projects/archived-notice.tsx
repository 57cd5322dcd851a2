import { Group, Text } from '@mantine/core'
import { useContext } from 'react'
import { isAdmin } from '#domain/permissions/can.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { TopNotice } from '#web/ui/page/top-notice.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { BringBackButton } from './bring-back-button.tsx'

/** At the top of every page of an archived client (docs/product/archived-projects.md "The page"). */
export function ArchivedNotice() {
  const project = useContext(ShownProject)
  if (!project?.role || project.archived_at === undefined) return null
  return (
    <TopNotice color="yellow" title="This client is archived">
      <Group gap="xs">
        <Text size="sm">
          Since <ZonedTime instant={project.archived_at} timezone={project.timezone} zone="hint" />.
          Everything can be read, nothing changed, and nothing goes out.
        </Text>
        {isAdmin(project) && <BringBackButton projectId={project.id} name={project.name} />}
      </Group>
    </TopNotice>
  )
}
