import { Button, Group, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { linkStyles } from '#domain/networks/link-words.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { useGetLinkPreview, useReadLinkAgain } from '#web/features/posts/link-preview-api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'

type Props = {
  readonly network: SocialNetwork
  readonly link: string
  /** Whether the version was sent with this link: its card no longer follows the page. */
  readonly isFrozen: boolean
}

/** What the network will make of the linked page, or why that is not known, with a way to read the page again. */
export function LinkPage({ isFrozen, ...props }: Props) {
  return isFrozen ? (
    <Text size="xs" c="dimmed" role="status">
      The card stays as it was when this version was sent, also if the page changes.
    </Text>
  ) : (
    <PresentPage {...props} />
  )
}

function PresentPage({ network, link }: Omit<Props, 'isFrozen'>) {
  const projectId = useProjectId()
  const { page, refusal, isReading: isFirst } = useGetLinkPreview(projectId, link)
  const again = useReadLinkAgain(projectId, link)
  const isReading = isFirst || again.isPending
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text size="xs" c="dimmed" role="status">
        {isReading
          ? 'Reading the page…'
          : page
            ? (page.problem ?? outcomeOf(network, page.has_tags))
            : refusal}
      </Text>
      {page && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          flex="none"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={isReading}
          onClick={() => again.mutate()}
        >
          Read the page again
        </Button>
      )}
    </Group>
  )
}

const outcomeOf = (network: SocialNetwork, hasTags: boolean): string => {
  const { takesWords, needsTags } = linkStyles[network]
  const name = networkNames[network]
  if (needsTags && !hasTags)
    return `${name} will show the link without a card, because the page has no Open Graph or Twitter tags.`
  return takesWords
    ? 'What you leave empty is taken from the page.'
    : `${name} takes the title, description and picture from the page.`
}
