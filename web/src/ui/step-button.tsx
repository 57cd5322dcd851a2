import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { IconButton } from './icon-button.tsx'

type Props = {
  readonly label: string
  readonly to: 'previous' | 'next'
  readonly className?: string | undefined
  readonly onClick: () => void
}

/** Next to what is paged through, over its edge: goes to the previous or the next. */
export function StepButton({ label, to, className, onClick }: Props) {
  const Icon = to === 'previous' ? IconChevronLeft : IconChevronRight
  return (
    <IconButton
      label={label}
      variant="default"
      size={32}
      radius="xl"
      {...(className ? { className } : {})}
      onClick={onClick}
    >
      <Icon size={16} />
    </IconButton>
  )
}
