import { Button, Center, Stack, Text } from '@mantine/core'
import { ConfirmReminder } from '#web/features/accounts/confirmation/components/confirm-reminder.tsx'
import { useMe } from '#web/platform/me.ts'
import { signOut } from '#web/platform/session.ts'
import { Empty } from '#web/ui/states.tsx'

/** Document 1 section 2 "/without-project". */
export function WithoutProjectPage() {
  const me = useMe()
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>No project · Galley</title>
      <Stack maw={460} align="center">
        <Empty
          order={1}
          title="You have no access to any agency project"
          text="Please wait for an invitation or contact the agency admin."
          action={<Button onClick={() => void signOut()}>Sign Out</Button>}
        />
        <Text size="sm" c="dimmed" ta="center">
          You are signed in as {me.email}
        </Text>
        <ConfirmReminder />
      </Stack>
    </Center>
  )
}
