import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'

type Props = Omit<ActionIconProps, 'aria-label' | 'children'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> & {
    /** What it does: the accessible name, and the tooltip for those who have a pointer. */
    readonly label: string
    readonly children: ReactNode
  }

/** A button of one icon, with a name. */
export function IconButton({
  label,
  children,
  size = 36,
  variant = 'subtle',
  color = 'gray',
  ...others
}: Props) {
  return (
    <Tooltip label={label} events={{ hover: true, focus: true, touch: false }}>
      <ActionIcon aria-label={label} size={size} variant={variant} color={color} type="button" {...others}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
