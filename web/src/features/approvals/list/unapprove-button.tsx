import { Button } from '@mantine/core'
import { networkNames } from '#domain/networks/names.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useUnapproveRound } from '../api.ts'
import { approvalIdOf, type Viewer } from '../decision/decision-rules.ts'
import classes from './approval-card.module.css'

type Props = {
  readonly post: Post
  /** The approved versions that this person may unapprove. */
  readonly versions: readonly PostSocial[]
  readonly viewer: Viewer
}

/** Unapproves a post in all these versions, after asking. */
export function UnapproveButton({ post, versions, viewer }: Props) {
  const projectId = useProjectId()
  const { ask, dialog } = useConfirm()
  const { mutateAsync, isPending } = useUnapproveRound(projectId)
  const names = versions.map(({ social_network: network }) => networkNames[network]).join(', ')
  const unapprove = async () => {
    const yes = await ask({
      title: 'Unapprove this post?',
      text: `${names}: it will not be published until it is approved again.`,
      confirmLabel: 'Unapprove',
      cancelLabel: 'Cancel',
    })
    if (!yes) return
    for (const social of versions) {
      const approvalId = approvalIdOf(social, 'approved', viewer)
      if (approvalId === null) continue
      await mutateAsync({
        approval_id: approvalId,
        post_social_id: social.id,
        post_id: post.id,
        isMasterContent: social.is_master_content,
        type: 'approved',
        attachments: [],
      })
    }
    // Fixed wording (docs/product/approvals.md "Texts").
    toast.success('Post unapproved')
  }
  return (
    <>
      <Button
        variant="default"
        className={classes.unapprove}
        disabled={isPending}
        // The mutation shows its own failure.
        onClick={() => void unapprove().catch(expectApiError)}
      >
        {isPending ? 'Unapproving…' : 'Unapprove'}
      </Button>
      {dialog}
    </>
  )
}
