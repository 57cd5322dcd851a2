import { Drawer, Text } from '@mantine/core'
import classes from '../item/item-view.module.css'
import { type RevisionContent, RevisionForm } from './revision-form.tsx'

type Props = {
  readonly title: string
  readonly isWide: boolean
  readonly isOpen: boolean
  readonly onSubmit: (revision: RevisionContent) => Promise<void>
  readonly onClose: () => void
}

/**
 * The revision form: from the bottom on a phone, at the side on a desktop, where the post stays visible. Stays mounted while
 * closed, so that looking at the post again loses nothing that was written.
 */
export function ItemRevision({ title, isWide, isOpen, onSubmit, onClose }: Props) {
  const form = <RevisionForm onSubmit={onSubmit} onCancel={onClose} submitLabel={title} />
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
