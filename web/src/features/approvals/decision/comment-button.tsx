import { IconMessagePlus } from '@tabler/icons-react'
import { say } from '#web/platform/words.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

type Props = { readonly isDisabled: boolean; readonly onClick: () => void }

/** Beside Approve: for those who want to say something with it. */
export const CommentButton = ({ isDisabled, onClick }: Props) => (
  <IconButton
    label={say('Add a comment')}
    size={48}
    variant="default"
    data-fixed
    disabled={isDisabled}
    onClick={onClick}
  >
    <IconMessagePlus size={20} />
  </IconButton>
)
