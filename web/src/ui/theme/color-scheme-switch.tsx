import { SegmentedControl, useMantineColorScheme } from '@mantine/core'

/** By the system, or light, or dark. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label="Theme"
      value={colorScheme}
      onChange={value => setColorScheme(value as typeof colorScheme)}
      data={[
        { value: 'auto', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
    />
  )
}
