import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password field with a button that shows the password. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      size="md"
      {...props}
      // The inner field draws the focus ring, so it takes the corners of the outer one.
      styles={{ innerInput: { borderRadius: 'inherit' } }}
      visibilityToggleButtonProps={{ 'aria-label': `Show the ${props.label}`.toLowerCase(), tabIndex: 0 }}
    />
  )
}
