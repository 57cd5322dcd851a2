import { Button, Center, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConfirmEmailReminder } from '#web/features/accounts/signup/confirm-email-reminder.tsx'
import { LeaveAgencies } from '#web/features/team/leave-dialog.tsx'
import { meQuery, useMe } from '#web/platform/me.ts'
import { destinationOf, foundAgencyHref } from '#web/platform/redirects.ts'
import { signOut } from '#web/platform/session.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty } from '#web/ui/states.tsx'

/** Without a project there are no live updates: ask now and then whether somebody has added the person. */
const askEveryMs = 15_000

/** `/without-project` (docs/product/projects.md "No project"). */
export function WithoutProjectPage() {
  const me = useMe()
  const navigate = useNavigate()
  useQuery({ ...meQuery, refetchInterval: askEveryMs })
  const hasProject = me.projects.length > 0
  useEffect(() => {
    if (hasProject) void navigate({ to: destinationOf(me, null), replace: true })
  }, [hasProject, me, navigate])
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>No project · Galley</title>
      <Stack maw={460} align="center">
        <Empty
          order={1}
          title="You have no access to any agency project"
          text="Please wait for an invitation or contact the agency admin."
          action={
            <Group justify="center">
              {me.open_invitations !== undefined && (
                <LinkButton to="/invitations">See your invitations</LinkButton>
              )}
              {me.may_found_agency && (
                <Button variant="default" component="a" href={foundAgencyHref(me)}>
                  Create an agency
                </Button>
              )}
              <Button onClick={() => void signOut()}>Sign Out</Button>
              <LeaveAgencies />
            </Group>
          }
        />
        <Text size="sm" c="dimmed" ta="center">
          You are signed in as {me.email}
        </Text>
        <ConfirmEmailReminder />
      </Stack>
    </Center>
  )
}
