import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password that can be looked at. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      size="md"
      {...props}
      // The focus ring is the inner field's: it follows the corners of the outer one.
      styles={{ innerInput: { borderRadius: 'inherit' } }}
      visibilityToggleButtonProps={{ 'aria-label': `Show the ${props.label}`.toLowerCase(), tabIndex: 0 }}
    />
  )
}
