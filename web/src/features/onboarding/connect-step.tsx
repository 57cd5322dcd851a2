import { Group, Stack } from '@mantine/core'
import { LatePriceNote } from '#web/features/billing/late-price-note.tsx'
import { NetworkList } from '#web/features/social-accounts/network-list.tsx'
import { useOwnProject } from '#web/platform/me.ts'
import { homeOfProject } from '#web/platform/redirects.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

/** Step 4 of the project wizard: the networks of the social accounts page, with Skip and Submit. */
export function ConnectStep({ projectId }: { projectId: number }) {
  const project = useOwnProject(projectId)
  const home = homeOfProject(project)
  return (
    <Stack gap="lg">
      <LatePriceNote of="account" />
      <ShownProject value={project}>
        <NetworkList page="wizard" />
      </ShownProject>
      <Group justify="flex-end" gap="xs">
        <LinkButton to={home} variant="default">
          Skip
        </LinkButton>
        <LinkButton to={home}>Submit</LinkButton>
      </Group>
    </Stack>
  )
}
