import { ChatScreen } from '#web/features/chat/chat-screen.tsx'
import { useOwnProject } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'

/** `/{projectId}/settings/chat`: of the agency that the project belongs to. */
export function ChatSettingsPage() {
  return <ChatScreen agencyId={useOwnProject(useProjectId()).agency_id} />
}
