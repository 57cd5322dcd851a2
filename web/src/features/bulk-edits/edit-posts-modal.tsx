import { Modal, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { AutopostingForm } from './autoposting-form.tsx'
import classes from './bulk-edits.module.css'
import { CampaignForm } from './campaign-form.tsx'
import { LabelDaysForm } from './label-days-form.tsx'
import { LinkParametersForm } from './link-parameters-form.tsx'
import type { SelectedPost } from './outcome.tsx'
import { ReplaceForm } from './replace-form.tsx'
import { UnlabelDaysForm } from './unlabel-days-form.tsx'

type Props = {
  readonly posts: readonly SelectedPost[]
  readonly scheduleBlockOf: (entry: CalendarEntry) => string | null
  /** The word to replace, unless another is typed. */
  readonly find?: string | undefined
  /** Called when something was changed and nothing was refused: the selection has served. */
  readonly onDone: () => void
  readonly onClose: () => void
}

const edits = [
  { value: 'replace', label: 'Replace' },
  { value: 'autoposting', label: 'Autoposting' },
  { value: 'campaign', label: 'Campaign' },
  { value: 'links', label: 'Links' },
  { value: 'labels', label: 'Add label' },
  { value: 'unlabel', label: 'Remove labels' },
]

/** What can be changed in all selected posts (docs/product/bulk-edits.md "What it does"). Mount it while it is open. */
export function EditPostsModal({ posts, scheduleBlockOf, find = '', onDone, onClose }: Props) {
  useFocusBack()
  const [edit, setEdit] = useState('replace')
  const [isBusy, setBusy] = useState(false)
  const finish = () => {
    onClose()
    onDone()
  }
  const form = { posts, onBusy: setBusy, onDone: finish, onClose }
  return (
    <Modal
      opened
      // What has begun is seen through: the rows that were refused would be lost.
      onClose={() => isBusy || onClose()}
      title={posts.length === 1 ? 'Edit 1 post' : `Edit ${posts.length} posts`}
      size={640}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <SegmentedControl
          aria-label="What to edit"
          data={edits}
          value={edit}
          onChange={setEdit}
          disabled={isBusy}
          fullWidth
          className={classes.edits}
        />
        {edit === 'replace' && <ReplaceForm {...form} searched={find} />}
        {edit === 'autoposting' && <AutopostingForm {...form} scheduleBlockOf={scheduleBlockOf} />}
        {edit === 'campaign' && <CampaignForm {...form} />}
        {edit === 'links' && <LinkParametersForm {...form} />}
        {edit === 'labels' && <LabelDaysForm {...form} />}
        {edit === 'unlabel' && <UnlabelDaysForm {...form} />}
      </Stack>
    </Modal>
  )
}
