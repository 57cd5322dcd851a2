import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { networkNames } from '#domain/networks/names.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { usePublishAgain } from './api.ts'
import classes from './publish-progress.module.css'

const ConfirmLiveModal = lazy(() =>
  import('./confirm-live-modal.tsx').then(module => ({ default: module.ConfirmLiveModal })),
)

/** Whether the version has been edited since it was sent to the network. */
const isChangedSince = ({ version, sent_version: sent }: PostSocial): boolean =>
  sent !== null && sent !== version

const againText = (social: PostSocial): string =>
  isChangedSince(social)
    ? 'The content was changed after it was sent, so Galley cannot look for the earlier version. If that one is on the account, both will appear there.'
    : 'Galley checks the account first. If the post is there, nothing is sent. If Galley cannot find out, it is published on your own responsibility and may appear twice.'

type Props = { readonly social: PostSocial }

/** The two ways out of an unknown result: somebody has seen it live, or it is published again. */
export function UnconfirmedActions({ social }: Props) {
  const projectId = useProjectId()
  const [isOpen, setOpen] = useState(false)
  const { ask, dialog } = useConfirm()
  const again = usePublishAgain(projectId)
  const name = networkNames[social.social_network]
  const publishAgain = async () => {
    const isSure = await ask({
      title: `Publish again on ${name}?`,
      text: againText(social),
      confirmLabel: 'Publish again',
      cancelLabel: 'Cancel',
    })
    if (isSure) again.mutate(social.id)
  }
  return (
    <div className={classes.actions}>
      <Button size="xs" onClick={() => setOpen(true)} aria-label={`It is live on ${name}`}>
        It is live
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={again.isPending}
        onClick={() => void publishAgain()}
        aria-label={`Publish again on ${name}`}
      >
        Publish again
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ConfirmLiveModal
            social={social}
            isChanged={isChangedSince(social)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
      {dialog}
    </div>
  )
}
