import { Button, Group, Stack, Text } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useState } from 'react'
import { useUnsavedGuard } from '#web/ui/dialog/use-unsaved-guard.tsx'
import { SettingsPanel } from './settings-panel.tsx'

const Report = createContext<(section: string, isUnsaved: boolean) => void>(() => undefined)

/** Asks once before the page is left with something unsaved in any of its sections. */
export function SettingsSections({ children }: { readonly children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  const report = useCallback((section: string, isUnsaved: boolean) => {
    setUnsaved(known => [...known.filter(other => other !== section), ...(isUnsaved ? [section] : [])])
  }, [])
  const { dialog } = useUnsavedGuard({
    isUnsaved: unsaved.length > 0,
    text: 'Your changes to the project are not saved yet.',
  })
  return (
    <Report value={report}>
      {children}
      {dialog}
    </Report>
  )
}

const useReportUnsaved = (isUnsaved: boolean) => {
  const report = useContext(Report)
  const section = useId()
  useEffect(() => {
    report(section, isUnsaved)
    return () => report(section, false)
  }, [report, section, isUnsaved])
}

type SaveProps = {
  readonly isChanged: boolean
  readonly isSaving: boolean
  /** Absent: the button sends the form that it is in. */
  readonly onSave?: () => void
  readonly children?: ReactNode
}

/** The one way in which a section is saved. */
export function SaveChanges({ isChanged, isSaving, onSave, children }: SaveProps) {
  useReportUnsaved(isChanged && !isSaving)
  return (
    <Group mt="lg">
      <Button type={onSave ? 'button' : 'submit'} loading={isSaving} onClick={onSave}>
        Save changes
      </Button>
      {children ??
        (isChanged && (
          <Text size="sm" c="dimmed">
            Not saved yet
          </Text>
        ))}
    </Group>
  )
}

type SectionProps = Omit<SaveProps, 'children'> & {
  readonly title: string
  readonly about: ReactNode
  readonly children: ReactNode
}

/** Settings that are saved together. */
export function SettingsSection({ title, about, children, ...save }: SectionProps) {
  return (
    <SettingsPanel title={title} about={about}>
      <Stack gap="lg">{children}</Stack>
      <SaveChanges {...save} />
    </SettingsPanel>
  )
}
