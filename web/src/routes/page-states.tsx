import { Center, Skeleton, Stack } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'

/** A page whose code or person is still being loaded. The router waits 300 ms before it shows it. */
export function PageLoading() {
  return (
    <Stack p="lg" role="status" aria-busy="true" aria-label="Content is loading...">
      <Skeleton height={28} width={220} />
      <Skeleton height={320} />
    </Stack>
  )
}

/** A page that could not be loaded or broke. */
export function PageFailed({ error }: ErrorComponentProps) {
  const router = useRouter()
  // Code that did not arrive comes with a new document only, and what broke may have broken by what the page has in memory.
  const retry = () => (error instanceof ApiError ? void router.invalidate() : window.location.reload())
  return <Failed message={messageOf(error)} onRetry={retry} />
}

const title = 'This page does not exist'

export function PageMissing() {
  return (
    <Center component="main" mih="90dvh">
      <title>{`${title} · Galley`}</title>
      <Empty
        order={1}
        title={title}
        text="The address may be mistyped, or the page has moved."
        action={<LinkButton to="/">Go to the start page</LinkButton>}
      />
    </Center>
  )
}
