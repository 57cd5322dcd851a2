import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { IconButton } from './icon-button.tsx'

type Props = {
  readonly label: string
  readonly to: 'previous' | 'next'
  readonly className?: string | undefined
  readonly onClick: () => void
}

/** Beside what is leafed through, over its edge: to what stands before, or after. */
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
