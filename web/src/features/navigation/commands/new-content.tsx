import type { OwnProject } from '#domain/projects/model.ts'
import { CreatePostModal } from '#web/features/posts/create-post-modal.tsx'
import { useGetProject } from '#web/features/projects/api.ts'

type Props = { readonly project: OwnProject; readonly onClose: () => void }

/** Add Post from anywhere in a project: the dialog that a day of the calendar opens, for the first possible day. */
export function NewContent({ project: { id }, onClose }: Props) {
  const project = useGetProject(id)
  if (!project.data) return null
  return <CreatePostModal date={null} socials={project.data.socials} onClose={onClose} />
}
