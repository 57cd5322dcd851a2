import { Button } from '@mantine/core'
import { countText } from '#domain/kernel/count-text.ts'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { useBringBackProject } from './api.ts'

type Props = { readonly projectId: number; readonly name: string }

/** Brings an archived client back, and says what is left to do (docs/product/archived-projects.md "Brought back"). */
export function BringBackButton({ projectId, name }: Props) {
  const bringing = useBringBackProject(projectId)
  const bringBack = () =>
    sayWhenDone(bringing.mutateAsync(), ({ missed_posts }) => {
      const missed =
        missed_posts === 0
          ? ''
          : ` ${countText(missed_posts, 'post', 'posts')} came due meanwhile: decide about each at the top of its pages.`
      toast.success(`Client brought back. Connect its accounts again.${missed}`)
    })
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Bring back ${name}`}
      loading={bringing.isPending}
      onClick={bringBack}
    >
      Bring back
    </Button>
  )
}
