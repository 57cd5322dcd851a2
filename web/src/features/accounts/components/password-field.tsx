import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password that can be looked at. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      size="md"
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': `Show the ${props.label}`.toLowerCase(), tabIndex: 0 }}
    />
  )
}
