import { Button, Center, Group, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { roleNames } from '#domain/permissions/role-names.ts'
import type { OwnInvitation, UnwantedAgency } from '#domain/team/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { destinationOf } from '#web/platform/redirects.ts'
import { signOut } from '#web/platform/session.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { RowsLoading } from '#web/ui/rows-loading.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'
import classes from './invitations-screen.module.css'
import {
  type Answer,
  useAcceptInvitation,
  useAllowAgency,
  useAnswerInvitation,
  useCheckInvitation,
  useListOwnInvitations,
  useListUnwantedAgencies,
  useRefuseInvitation,
} from './own-invitations-api.ts'

/** Where an invited person accepts or refuses: what their address got, and the invitation whose link they followed. */
export function InvitationsScreen({ token }: { readonly token: string | null }) {
  const me = useMe()
  const navigate = useNavigate()
  const goOn = () => void navigate({ to: destinationOf({ ...me, open_invitations: 0 }, null) })
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>Invitations · Galley</title>
      <Stack w="100%" maw={640} gap="lg">
        <div>
          <Title order={1} size="h3">
            Invitations
          </Title>
          <Text size="sm" c="dimmed">
            You are signed in as {me.email}. Nobody is told anything about you before you accept.
          </Text>
        </div>
        {token !== null && <LinkedInvitation token={token} />}
        <OwnInvitations isAlone={token === null} />
        <UnwantedAgencies />
        <Group>
          <Button variant="default" onClick={goOn}>
            {me.projects.length > 0 ? 'Back to your projects' : 'Go on without'}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => void signOut()}>
            Sign Out
          </Button>
        </Group>
      </Stack>
    </Center>
  )
}

const saidOf = (answer: Answer, where: string) =>
  answer === 'accept' ? `You are now in ${where}` : `You refused the invitation to ${where}`

type ChoiceProps = {
  readonly where: string
  readonly pending: Answer | null
  readonly onAnswer: (answer: Answer) => void
}

function Choice({ where, pending, onAnswer }: ChoiceProps) {
  return (
    <Group gap="xs">
      <Button
        loading={pending === 'accept'}
        disabled={pending !== null}
        onClick={() => onAnswer('accept')}
        aria-label={`Accept the invitation to ${where}`}
      >
        Accept
      </Button>
      <Button
        variant="default"
        loading={pending === 'refuse'}
        disabled={pending !== null}
        onClick={() => onAnswer('refuse')}
        aria-label={`Refuse the invitation to ${where}`}
      >
        Refuse
      </Button>
    </Group>
  )
}

/** By the link alone: the address of the account may be unconfirmed, which the link confirms. */
function LinkedInvitation({ token }: { readonly token: string }) {
  const found = useCheckInvitation(token)
  const accepting = useAcceptInvitation(token)
  const refusing = useRefuseInvitation(token)
  const own = useListOwnInvitations()
  const pending = accepting.isPending ? 'accept' : refusing.isPending ? 'refuse' : null
  if (found.isPending || own.isPending) return <RowsLoading height={72} />
  if (found.error) return <Failed message={messageOf(found.error)} onRetry={() => void found.refetch()} />
  const { status, where } = found.data
  if (status !== 'open' || where === null)
    return <Text role="status">The invitation of this link was answered or has ended.</Text>
  // It is in the list as well.
  if ((own.data ?? []).some(each => (each.project ?? each.agency) === where)) return null
  const answer = (said: Answer) =>
    sayWhenDone<unknown>((said === 'accept' ? accepting : refusing).mutateAsync(), saidOf(said, where))
  return (
    <BoxedList aria-label="The invitation of your link">
      <Group component="li" justify="space-between" p="md">
        <Text fw={600}>
          <bdi>{where}</bdi>
        </Text>
        <Choice where={where} pending={pending} onAnswer={answer} />
      </Group>
    </BoxedList>
  )
}

function OwnInvitations({ isAlone }: { readonly isAlone: boolean }) {
  const own = useListOwnInvitations()
  const answering = useAnswerInvitation()
  if (own.isPending) return <RowsLoading height={72} />
  if (own.error) return <Failed message={messageOf(own.error)} onRetry={() => void own.refetch()} />
  if (own.data.length === 0)
    return isAlone ? (
      <Empty title="No invitation waits for you" text="Ask for a new one if you expected one." />
    ) : null
  const answer = (invitation: OwnInvitation, said: Answer) =>
    sayWhenDone(
      answering.mutateAsync({ id: invitation.id, answer: said }),
      saidOf(said, invitation.project ?? invitation.agency),
    )
  return (
    <BoxedList aria-label="Invitations">
      {own.data.map(each => (
        <Group component="li" key={each.id} justify="space-between" p="md">
          <div className={classes.words}>
            <Text fw={600}>
              <bdi>{each.project ?? each.agency}</bdi>
            </Text>
            <Text size="sm" c="dimmed">
              {each.invited_by ?? 'Somebody'} of <bdi>{each.agency}</bdi> invites you as{' '}
              {roleNames[each.role]}
            </Text>
          </div>
          <Choice
            where={each.project ?? each.agency}
            pending={
              answering.isPending && answering.variables.id === each.id ? answering.variables.answer : null
            }
            onAnswer={said => answer(each, said)}
          />
        </Group>
      ))}
    </BoxedList>
  )
}

/** Agencies whose invitations are neither mailed nor shown; nothing at all without one. */
function UnwantedAgencies() {
  const { data = [], error, refetch } = useListUnwantedAgencies()
  const allowing = useAllowAgency()
  if (error) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (data.length === 0) return null
  const allow = ({ agency_id, agency }: UnwantedAgency) =>
    sayWhenDone(allowing.mutateAsync(agency_id), `${agency} can invite you again`)
  return (
    <section aria-labelledby="unwanted-agencies">
      <Title order={2} size="h5" id="unwanted-agencies">
        Agencies you do not know
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        You get none of their invitations. They were not told.
      </Text>
      <BoxedList aria-label="Agencies you do not know">
        {data.map(each => (
          <Group component="li" key={each.agency_id} justify="space-between" p="md">
            <Text className={classes.words}>
              <bdi>{each.agency}</bdi>
            </Text>
            <Button
              variant="default"
              loading={allowing.isPending && allowing.variables === each.agency_id}
              aria-label={`Allow ${each.agency} to invite you again`}
              onClick={() => allow(each)}
            >
              Allow again
            </Button>
          </Group>
        ))}
      </BoxedList>
    </section>
  )
}
