import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { pageLanguage, say } from './page-words.ts'

/** A password field with a button that shows the password. */
export function PasswordField(props: PasswordInputProps & { readonly label: string }) {
  const show = say('Show the {field}', { field: props.label })
  return (
    <PasswordInput
      size="md"
      {...props}
      // The inner field draws the focus ring, so it takes the corners of the outer one.
      styles={{ innerInput: { borderRadius: 'inherit' } }}
      visibilityToggleButtonProps={{
        'aria-label': pageLanguage() === 'en' ? show.toLowerCase() : show,
        tabIndex: 0,
      }}
    />
  )
}
