import { Drawer, Text } from '@mantine/core'
import type { PostSocial } from '#domain/posts/model.ts'
import { type RevisionContent, RevisionForm } from '../revision-form.tsx'
import classes from './item-view.module.css'

type Props = {
  readonly title: string
  /** The version on the screen. */
  readonly version: PostSocial
  readonly isWide: boolean
  readonly isOpen: boolean
  /** The name that what is written is kept under. */
  readonly draft: string
  readonly onSubmit: (revision: RevisionContent) => Promise<void>
  readonly onClose: () => void
}

/**
 * The revision form: from the bottom on a phone, at the side on a desktop, where the post stays visible. Stays mounted while
 * closed, so that looking at the post again loses nothing that was written; nor does leaving it, except images.
 */
export function ItemRevision({ title, version, isWide, isOpen, draft, onSubmit, onClose }: Props) {
  const form = (
    <RevisionForm
      key={draft}
      version={version}
      draft={draft}
      onSubmit={onSubmit}
      onCancel={onClose}
      submitLabel={title}
    />
  )
  if (isWide)
    return (
      <section className={classes.form} hidden={!isOpen} aria-label={title}>
        <Text fw={650} size="sm" mb="sm" aria-hidden>
          {title}
        </Text>
        {form}
      </section>
    )
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      keepMounted
      position="bottom"
      size="min(85dvh, 620px)"
      title={title}
      classNames={{ body: classes.drawer ?? '' }}
    >
      {form}
    </Drawer>
  )
}
