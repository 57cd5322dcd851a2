import { Button, Text } from '@mantine/core'
import { countText } from '#domain/kernel/count-text.ts'
import { networks } from '#domain/networks/network.ts'
import type { ArchivingPreview } from '#domain/projects/archiving-contract.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import { SettingsPanel } from '#web/features/projects/settings-panel.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { useArchiveProject, useGetArchivingPreview } from './api.ts'

/** What happens to this client, before it does. */
function WhatHappens({ scheduled_posts, waiting_posts, accounts }: ArchivingPreview) {
  const names = accounts.map(({ social_network, name }) => `${name} (${networks[social_network].label})`)
  return (
    <Text component="ul" size="sm" m={0} pl="md">
      <li>
        {scheduled_posts === 0
          ? 'No post is scheduled.'
          : `${countText(scheduled_posts, 'scheduled post does', 'scheduled posts do')} not go out.`}
      </li>
      {waiting_posts > 0 && (
        <li>
          {countText(waiting_posts, 'post waits', 'posts wait')} for an approval that cannot be given
          meanwhile.
        </li>
      )}
      {accounts.length > 0 && (
        <li>
          Disconnected: <bdi>{names.join(', ')}</bdi>. Accounts need connecting again later.
        </li>
      )}
      <li>Nobody can change anything of the client, and only the page Archived clients lists it.</li>
      <li>
        Bring it back whenever you like: posts, approvals, labels and people are then as they were, and
        nothing goes out late by itself.
      </li>
    </Text>
  )
}

/** Archives the client after saying what that does (docs/product/archived-projects.md "Archiving"). */
export function ArchivePanel({ project }: { readonly project: OwnProject }) {
  const { ask, dialog } = useConfirm()
  const preview = useGetArchivingPreview(project.id)
  const archiving = useArchiveProject(project.id)
  const confirm = async (found: ArchivingPreview) => {
    const isSure = await ask({
      title: `Archive ${project.name}?`,
      details: <WhatHappens {...found} />,
      confirmLabel: 'Archive client',
      cancelLabel: 'Cancel',
    })
    if (!isSure) return
    sayWhenDone(archiving.mutateAsync(), ({ scheduled_posts: posts }) =>
      toast.success(
        posts === 0
          ? 'Client archived'
          : `Client archived. ${countText(posts, 'post does', 'posts do')} not go out.`,
      ),
    )
  }
  return (
    <SettingsPanel
      title="Archive client"
      about="For a client that you do not work for at present: it can be read but not changed, is off all lists and off the bill, and nothing of it goes out. Its accounts are disconnected. You can bring it back as it was."
    >
      {project.archived_at === undefined ? (
        <Button
          variant="default"
          loading={preview.isPending || archiving.isPending}
          onClick={() => sayWhenDone(preview.mutateAsync(), found => void confirm(found))}
        >
          Archive this client…
        </Button>
      ) : (
        <Text size="sm">It is archived. Bring back stands at the top of the page.</Text>
      )}
      {dialog}
    </SettingsPanel>
  )
}
