import { Center, Skeleton, Stack } from '@mantine/core'
import { type ErrorComponentProps, useParams, useRouter } from '@tanstack/react-router'
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

/** What a page is called, in words and in the browser's tab, that there is not. */
export const missingTitle = 'This page does not exist'

export function PageMissing() {
  return (
    <Center component="main" mih="90dvh">
      <title>{`${missingTitle} · Galley`}</title>
      <Missing to="/" />
    </Center>
  )
}

/** The same inside the layout of a project, whose menus lead on. */
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
