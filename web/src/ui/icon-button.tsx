import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Hint } from './popup/hint.tsx'

type Props = Omit<ActionIconProps, 'aria-label' | 'children'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> & {
    /** What it does: the accessible name, and the tooltip. */
    readonly label: string
    readonly children: ReactNode
  }

/** A button with only an icon, and a name. */
export function IconButton({
  label,
  children,
  size = 36,
  variant = 'subtle',
  color = 'gray',
  ...others
}: Props) {
  return (
    <Hint label={label}>
      <ActionIcon aria-label={label} size={size} variant={variant} color={color} type="button" {...others}>
        {children}
      </ActionIcon>
    </Hint>
  )
}
