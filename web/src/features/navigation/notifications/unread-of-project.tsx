import { useCountUnread } from './api.ts'
import { UnreadCount } from './unread-count.tsx'

/** How many notifications of a project are unread, on its logo. */
export function UnreadOfProject({ projectId }: { readonly projectId: number }) {
  const { data } = useCountUnread()
  return <UnreadCount count={data?.projects.find(({ project_id }) => project_id === projectId)?.count ?? 0} />
}
