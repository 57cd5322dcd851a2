import { Button } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { actionTexts } from '#domain/kernel/action-texts.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useGetDesignTool } from './api.ts'

const DesignDialog = lazy(() =>
  import('./design-dialog.tsx').then(module => ({ default: module.DesignDialog })),
)

type Props = {
  readonly size: 'xs' | 'sm'
  readonly postSocialId: number
  /** Why nothing can be added; null if something can. */
  readonly blockedBy: string | null
  readonly isOpenAtFirst: boolean
  readonly save: () => Promise<boolean>
}

/** Makes a picture in the design tool. Says so where none is set up. */
export function DesignButton({ size, postSocialId, blockedBy, isOpenAtFirst, save }: Props) {
  const projectId = useProjectId()
  const { data } = useGetDesignTool(projectId)
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  if (!data) return null
  const reason = data.is_set_up ? blockedBy : actionTexts.design_tool_not_set_up
  return (
    <>
      <Button
        variant="subtle"
        size={size}
        leftSection={<IconPalette size={18} aria-hidden />}
        disabled={reason !== null}
        title={reason ?? `Make a picture in ${data.name}`}
        onClick={() => setOpen(true)}
      >
        {data.is_set_up ? 'Design' : 'Design (not set up)'}
      </Button>
      {isOpen && reason === null && (
        <Suspense fallback={null}>
          <DesignDialog
            postSocialId={postSocialId}
            save={save}
            tool={data.name}
            isConnected={data.is_connected}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
