import { Button, Group, Text } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { IconLink, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { takesLinkWords } from '#domain/networks/link-words.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { LinkedPage } from '#domain/posts/model.ts'
import classes from '#web/features/editor/cards/link-editor.module.css'
import type { Draft, DraftParts } from '#web/features/editor/draft/draft.ts'
import { linkOf, withLink } from '#web/features/editor/draft/draft-cards.ts'
import { useGetLinkPreview } from '#web/features/posts/link-preview-api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { LinkFields } from './link-fields.tsx'
import { LinkPage } from './link-page.tsx'

type Props = {
  readonly id: string
  readonly network: SocialNetwork
  readonly draft: DraftParts
  /** The link of the message, or an empty text. */
  readonly textLink: string
  /** What the card of the saved link is made of since the version was sent. */
  readonly linked: LinkedPage | null
  readonly onChange: (change: (draft: Draft) => Draft) => void
}

/** The link of a link post: its address, and the texts of its card. */
export function LinkEditor({ id, network, draft, textLink, linked, onChange }: Props) {
  const projectId = useProjectId()
  const link = linkOf(draft)
  const shown = link?.extraFields.link ?? textLink
  const isFrozen = linked !== null && linked.url === shown
  const { page: present } = useGetLinkPreview(projectId, isFrozen ? '' : shown)
  const page = isFrozen ? linked.page : present
  const hasWords = takesLinkWords(network)
  // A new link starts with empty fields; a link taken from the message fills them.
  const [key] = useState(() => randomId('link-'))
  return (
    <section className={classes.editor} id={id} tabIndex={-1} aria-label="Link">
      <Group justify="space-between">
        <h2 className={classes.title}>
          <IconLink size={16} aria-hidden /> Link
        </h2>
        {link && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => onChange(before => withLink(before, null, key))}
          >
            Remove link
          </Button>
        )}
      </Group>
      {!link && (
        <Text size="xs" c="dimmed">
          The first address in the message becomes the link by itself.
        </Text>
      )}
      <LinkFields
        key={link ? 'there' : 'none'}
        id={id}
        words={hasWords ? (page ?? {}) : null}
        value={link?.extraFields ?? {}}
        onSave={fields => onChange(before => withLink(before, fields, key))}
      />
      {shown !== '' && <LinkPage network={network} link={shown} isFrozen={isFrozen} />}
    </section>
  )
}
