import { Button } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import { expectApiError } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { toast } from '#web/ui/toast.tsx'
import { useReopenDesign } from './api.ts'

type Props = {
  readonly mediaId: number
  readonly postSocialId: number
  readonly save: () => Promise<boolean>
}

/** Opens the design of an imported picture; the new picture replaces it on the return. */
export function EditDesignButton({ mediaId, postSocialId, save }: Props) {
  const projectId = useProjectId()
  const { mutateAsync, isPending, isSuccess } = useReopenDesign(projectId)
  const open = async () => {
    if (!(await save())) {
      toast.error('Your last changes are not saved yet. Try again in a moment.')
      return
    }
    try {
      const { url } = await mutateAsync({ mediaId, postSocialId })
      window.location.assign(url)
    } catch (error) {
      // A toast has said it.
      expectApiError(error)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconPalette size={16} aria-hidden />}
      loading={isPending || isSuccess}
      onClick={() => void open()}
    >
      Edit again
    </Button>
  )
}
