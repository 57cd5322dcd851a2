import { type FileButtonProps, FileButton as MantineFileButton } from '@mantine/core'
import { useRef } from 'react'

/**
 * Opens the system's file dialog. It forgets what was chosen: otherwise browsers ignore the same file when it is chosen again, after it was
 * refused, corrected or removed.
 */
export function FileButton<Multiple extends boolean = false>({
  onChange,
  ...props
}: Omit<FileButtonProps<Multiple>, 'resetRef'>) {
  const forget = useRef<() => void>(null)
  return (
    <MantineFileButton<Multiple>
      {...(props as FileButtonProps<Multiple>)}
      resetRef={forget}
      onChange={chosen => {
        onChange(chosen)
        forget.current?.()
      }}
    />
  )
}
