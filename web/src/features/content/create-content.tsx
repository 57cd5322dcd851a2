import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useGetProject, useMay } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'

const CreatePostModal = lazy(() =>
  import('#web/features/posts/create-post-modal.tsx').then(module => ({ default: module.CreatePostModal })),
)

/** Begins a post for the first possible day, as in the calendar. */
export function CreateContent() {
  const projectId = useProjectId()
  const may = useMay(projectId)
  const project = useGetProject(projectId).data
  const [isOpen, setOpen] = useState(false)
  if (!may('post.create')) return null
  return (
    <>
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {/* Fixed wording (docs/product/calendar.md "Texts"). */}
        Create content
      </Button>
      <Suspense fallback={null}>
        {isOpen && project && (
          <CreatePostModal date={null} socials={project.socials} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
