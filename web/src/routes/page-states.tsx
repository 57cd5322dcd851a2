import { Skeleton, Stack } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { messageOf } from '#web/platform/api-error.ts'
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
  return <Failed message={messageOf(error)} onRetry={() => void router.invalidate()} />
}

export function PageMissing() {
  return (
    <Empty
      order={1}
      title="This page does not exist"
      text="The address may be mistyped, or the page has moved."
      action={<LinkButton to="/">Go to the start page</LinkButton>}
    />
  )
}
