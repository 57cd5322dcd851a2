import { Center, Skeleton, Stack } from '@mantine/core'
import { type ErrorComponentProps, useParams, useRouter } from '@tanstack/react-router'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'

/** A page whose code or person is still loading. The router waits 300 ms before it shows this. */
export function PageLoading() {
  // Fixed wording (docs/product/posts.md "Editor page").
  return (
    <Stack p="lg" role="status" aria-busy="true" aria-label="Content is loading...">
      <Skeleton height={28} width={220} />
      <Skeleton height={320} />
    </Stack>
  )
}

/** A page that could not be loaded or crashed. */
export function PageFailed({ error }: ErrorComponentProps) {
  const router = useRouter()
  // Code that failed to load needs a full page load, and a crash may come from what the page has in memory.
  const retry = () => (error instanceof ApiError ? void router.invalidate() : window.location.reload())
  return <Failed message={messageOf(error)} onRetry={retry} />
}

/** Title and tab text of a page that does not exist. */
export const missingTitle = 'This page does not exist'

export function PageMissing() {
  return (
    <Center component="main" mih="90dvh">
      <title>{`${missingTitle} · Galley`}</title>
      <Missing to="/" />
    </Center>
  )
}

/** The same inside a project's layout, whose menus lead on. */
export function MissingInProject() {
  const { projectId } = useParams({ strict: false })
  return <Missing to={`/${projectId}`} />
}

function Missing({ to }: { to: string }) {
  return (
    <Empty
      order={1}
      title={missingTitle}
      text="The address may be mistyped, or the page has moved."
      action={<LinkButton to={to}>Go to the start page</LinkButton>}
    />
  )
}
