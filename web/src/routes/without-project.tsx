import { Button, Center } from '@mantine/core'
import { signOut } from '#web/platform/session.ts'
import { Empty } from '#web/ui/states.tsx'

/** Document 1 section 2 "/without-project". */
export function WithoutProjectPage() {
  return (
    <Center component="main" mih="100dvh">
      <Empty
        order={1}
        title="You have no access to any agency project"
        text="Please wait for an invitation or contact the agency admin."
        action={<Button onClick={() => void signOut()}>Sign Out</Button>}
      />
    </Center>
  )
}
