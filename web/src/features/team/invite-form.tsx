import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { AgencyUser } from '#domain/agencies/model.ts'
import type { InvitationRole, MemberRole } from '#domain/team/model.ts'
import { LatePriceNote } from '#web/features/billing/late-price-note.tsx'
import { messageOf, reportUnexpected } from '#web/platform/api-error.ts'
import { useDraft } from '#web/platform/use-draft.ts'
import { useFocusKept } from '#web/ui/dialog/use-focus-back.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Invitee } from './invite-draft.ts'
import { InviteRows } from './invite-rows.tsx'
import { type Chosen, MemberChoice } from './member-choice.tsx'
import { useInviteRows } from './use-invite-rows.ts'

type Props<R extends InvitationRole> = {
  readonly label: string
  /** The first name is what one begins with. */
  readonly autoFocus?: boolean
  readonly roles: readonly R[]
  readonly roleLabel?: string
  readonly roleNote?: string
  readonly invite: (person: Invitee<R>) => Promise<unknown>
  /** People of the agency who can be added without an invitation. */
  readonly candidates?: readonly AgencyUser[]
  readonly add?: (userId: number, role: MemberRole) => Promise<unknown>
  /** Called after each attempt that invited or added somebody. */
  readonly onSent?: () => void
  /** Called after that, when nobody is left to invite. */
  readonly onAllSent: () => void
  readonly submitLabel: string
  /** Cancel, which drops what was typed, or Skip, after which Back brings it back. */
  readonly other: { readonly label: string; readonly onClick: () => void; readonly forgets?: boolean }
  /** The name under which what was typed is kept, through a reload and a way back. */
  readonly keepAs: string
}

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

type Pairs = readonly (readonly [id: number, role: MemberRole])[]
const readPairs = (stored: unknown): Pairs | null =>
  Array.isArray(stored) && stored.every(pair => Array.isArray(pair) && typeof pair[0] === 'number')
    ? stored
    : null

type MembersOf = Pick<Props<InvitationRole>, 'add' | 'keepAs'> & {
  readonly candidates: readonly AgencyUser[]
}

/** The names under which the form keeps what was typed and who was chosen. */
export const inviteDrafts = (keepAs: string): readonly string[] => [keepAs, membersOf(keepAs)]
const membersOf = (keepAs: string): string => `${keepAs}-members`

/** Adds members of the agency one by one; those who are refused stay chosen, with the reason. */
const useMembers = ({ add, candidates, keepAs }: MembersOf) => {
  const [pairs, show, drop] = useDraft<Pairs>(membersOf(keepAs), () => [], readPairs)
  // Somebody in the kept draft may have been added by another person since.
  const chosen: Chosen = new Map(pairs.filter(([id]) => candidates.some(person => person.id === id)))
  const setChosen = (next: Chosen) => {
    show([...next])
    if (next.size === 0) drop()
  }
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map())
  const send = async () => {
    const left = new Map<number, MemberRole>()
    const texts = new Map<number, string>()
    for (const [id, role] of chosen)
      try {
        await add?.(id, role)
      } catch (error) {
        left.set(id, role)
        texts.set(id, messageOf(error))
        reportUnexpected(error)
      }
    setChosen(left)
    setRefused(texts)
    return { sent: chosen.size - left.size, failed: left.size }
  }
  return { chosen, setChosen, refused, send, drop }
}

/**
 * Invites people, from the agency or by name and email, with one call per person. People who could not be invited stay in the
 * form with the server's text, and the form says how it went.
 */
export function InviteForm<R extends InvitationRole>(props: Props<R>) {
  const { label, roles, roleLabel = 'Role', roleNote, candidates = [], submitLabel, other } = props
  const invites = useInviteRows<R>({ roles, invite: props.invite, keepAs: props.keepAs })
  const members = useMembers({ add: props.add, candidates, keepAs: props.keepAs })
  const [isSending, setSending] = useState(false)
  const keepFocus = useFocusKept(isSending)
  const [news, setNews] = useState<string | null>(null)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    setNews(null)
    const wrong = invites.check(members.chosen.size > 0)
    if (wrong !== null) return document.getElementById(wrong)?.focus()
    keepFocus()
    setSending(true)
    const added = await members.send()
    const invited = await invites.send()
    setSending(false)
    const sent = added.sent + invited.sent
    const failed = added.failed + invited.failed.length
    if (failed > 0)
      setNews(
        `${sent > 0 ? `${people(sent)} invited. ` : ''}${people(failed)} could not be invited: see below, correct and send again.`,
      )
    if (sent > 0 || failed === 0) props.onSent?.()
    if (failed > 0) return
    toast.success('Changes saved')
    props.onAllSent()
  }
  const leave = () => {
    if (other.forgets) {
      invites.drop()
      members.drop()
    }
    other.onClick()
  }
  return (
    <form onSubmit={event => void submit(event)} noValidate aria-label={label}>
      <Stack gap="lg">
        {news && <Alert color="red" variant="light" c="var(--g-danger-text)" title={news} />}
        {candidates.length > 0 && (
          <div>
            <Text fw={600} size="sm" mb={6} id="agency-members">
              Members of your agency
            </Text>
            <MemberChoice
              people={candidates}
              chosen={members.chosen}
              onChange={members.setChosen}
              refused={members.refused}
            />
          </div>
        )}
        <InviteRows
          invites={invites}
          roles={roles}
          roleLabel={roleLabel}
          roleNote={roleNote}
          autoFocus={props.autoFocus}
        />
        <LatePriceNote of="user" />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={leave}>
            {other.label}
          </Button>
          <Button type="submit" loading={isSending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
