import { Drawer } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { openRound } from '#domain/approvals/rounds.ts'
import { marksIn } from '#domain/marks/place.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { likeShown, PostInSight, SentBack } from '#web/features/approvals/decision/sent-back.tsx'
import { type RevisionContent, RevisionForm } from '#web/features/approvals/revision-form.tsx'
import { formOf } from '#web/platform/client.ts'
import { meQuery } from '#web/platform/me.ts'
import { say } from '#web/platform/words.ts'
import { toast } from '#web/ui/toast.tsx'
import { useRequestRevisionByLink } from './api.ts'
import { refusalWords } from './refusal-words.ts'

type Props = {
  readonly token: string
  readonly personId: number
  readonly post: Post
  /** Those that can be sent back. */
  readonly versions: readonly PostSocial[]
  /** The one on the screen. */
  readonly shown: PostSocial
  readonly isPhone: boolean
  readonly onClose: () => void
  /** What was sent, or refused: the page has to be read again. */
  readonly onSent: (isDone: boolean, sent: readonly PostSocial[]) => void
}

/** The form asks who is writing, and keeps a draft for them: here it is the person of the link, for whom no session is asked. */
const clientFor = (personId: number): QueryClient => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(meQuery.queryKey as readonly unknown[], { id: personId })
  return client
}

/** What to change: from the bottom on a phone, at the side on a desk, where the post stays visible. */
export function LinkRevision(props: Props) {
  const { token, personId, post, versions, shown, isPhone, onClose, onSent } = props
  const requestRevision = useRequestRevisionByLink(token)
  const [client] = useState(() => clientFor(personId))
  const [ids, setIds] = useState<readonly number[]>(() => likeShown(versions, shown))
  /** What went back before another one was refused is not sent again. */
  const [sent, setSent] = useState<readonly PostSocial[]>([])
  const left = versions.filter(one => !sent.includes(one))
  const chosen = left.filter(({ id }) => ids.includes(id))
  const submit = async (revision: RevisionContent) => {
    const { attachments, marks, ...content } = revision
    const done = [...sent]
    try {
      for (const social of chosen) {
        const round = openRound(social.approvals)
        const form = formOf(
          {
            ...content,
            marks: marksIn(marks, social),
            approval_id: round?.id,
            post_social_id: social.id,
            version: social.version,
          },
          { attachments },
        )
        await requestRevision(form)
        done.push(social)
      }
    } catch (error) {
      toast.error(refusalWords(error))
      setSent(done)
      onSent(false, done)
      throw error
    }
    // Fixed wording (docs/product/approvals.md "Texts").
    toast.decided(say('Revision requested'))
    onSent(true, done)
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? 'min(85dvh, 620px)' : 'md'}
      title={say('Request revision: {networks}', {
        networks: chosen.map(({ social_network }) => networkNames[social_network]).join(', '),
      })}
      closeButtonProps={{ 'aria-label': say('Close') }}
      overlayProps={{ backgroundOpacity: isPhone ? 0.4 : 0.15 }}
    >
      {isPhone && <PostInSight post={post} shown={shown} />}
      <QueryClientProvider client={client}>
        <RevisionForm
          version={shown}
          isNothingChosen={chosen.length === 0}
          sentBack={<SentBack post={post} versions={left} chosen={chosen} onChange={setIds} />}
          draft={`link-revision-${post.id}`}
          onSubmit={submit}
          onCancel={onClose}
        />
      </QueryClientProvider>
    </Drawer>
  )
}
