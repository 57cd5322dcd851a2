import { Drawer } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { openRound } from '#domain/approvals/rounds.ts'
import { isPlaceThere } from '#domain/marks/place.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { type RevisionContent, RevisionForm } from '#web/features/approvals/revision-form.tsx'
import { messageOf } from '#web/platform/api-error.ts'
import { formOf } from '#web/platform/client.ts'
import { meQuery } from '#web/platform/me.ts'
import { toast } from '#web/ui/toast.tsx'
import { useRequestRevisionByLink } from './api.ts'

type Props = {
  readonly token: string
  readonly personId: number
  readonly post: Post
  /** The versions with the content that is on the screen: the request is about each of them. */
  readonly versions: readonly PostSocial[]
  readonly isPhone: boolean
  readonly onClose: () => void
  /** What was sent, or refused: the page has to be read again. */
  readonly onSent: (isDone: boolean) => void
}

/** The form asks who is writing, and keeps a draft for them: here it is the person of the link, for whom no session is asked. */
const clientFor = (personId: number): QueryClient => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(meQuery.queryKey as readonly unknown[], { id: personId })
  return client
}

/** Of no version nothing can be marked. */
const nothing = { message: '', first_comment: '', attachments: [] }

/** What to change: from the bottom on a phone, at the side on a desk, where the post stays visible. */
export function LinkRevision({ token, personId, post, versions, isPhone, onClose, onSent }: Props) {
  const requestRevision = useRequestRevisionByLink(token)
  const [client] = useState(() => clientFor(personId))
  const submit = async (revision: RevisionContent) => {
    const { attachments, marks, ...content } = revision
    try {
      for (const social of versions) {
        const round = openRound(social.approvals)
        const form = formOf(
          {
            ...content,
            // A text may be another one on each network.
            marks: marks.filter(({ place }) => isPlaceThere(place, social)),
            approval_id: round?.id,
            post_social_id: social.id,
            version: social.version,
          },
          { attachments },
        )
        await requestRevision(form)
      }
    } catch (error) {
      toast.error(messageOf(error))
      onSent(false)
      throw error
    }
    // Fixed wording (docs/product/approvals.md "Texts").
    toast.success('Revision requested')
    onSent(true)
  }
  const networks = versions.map(({ social_network }) => networkNames[social_network]).join(', ')
  return (
    <Drawer
      opened
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? 'min(85dvh, 620px)' : 'md'}
      title={`Request revision: ${networks}`}
    >
      <QueryClientProvider client={client}>
        <RevisionForm
          version={versions[0] ?? nothing}
          draft={`link-revision-${post.id}`}
          onSubmit={submit}
          onCancel={onClose}
        />
      </QueryClientProvider>
    </Drawer>
  )
}
