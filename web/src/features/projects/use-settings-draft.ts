import { useState } from 'react'
import { linkDays } from '#domain/approval-links/lifetime.ts'
import { isSettingOn, type Setting, settingValue } from '#domain/permissions/settings.ts'
import { deadlineHoursOf } from '#domain/projects/deadline-hours.ts'
import type { Project } from '#domain/projects/model.ts'
import { postGapMinutesOf } from '#domain/projects/post-gap.ts'
import { reminderHoursOf, reminderHoursValue } from '#domain/projects/reminder-hours.ts'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { type SettingChange, useSaveProjectSettings } from './api.ts'

/** What a setting comes to, where it was never set too: switched on and off again, it is as before. */
const effectOf = (settings: readonly Setting[], name: SettingChange['name']): string => {
  if (name === 'approval-deadline-hours') return String(deadlineHoursOf(settings))
  if (name === 'approval-reminder-hours') return reminderHoursValue(reminderHoursOf(settings))
  if (name === 'post-gap-minutes') return String(postGapMinutesOf(settings))
  if (name === 'approval-link-days') return String(linkDays(settings))
  if (name === 'client-language') return settingValue(settings, name) || 'en'
  if (name === 'link-parameters' || name === 'link-parameter-sites') return settingValue(settings, name) ?? ''
  return String(isSettingOn(settings, name))
}

/** Settings of a project as a person has changed them and not yet saved. What another admin saves in the meantime shows in the others. */
export const useSettingsDraft = (project: Project) => {
  const [draft, setDraft] = useState<readonly SettingChange[]>([])
  const saving = useSaveProjectSettings(project.id)
  const changed = draft.filter(one => effectOf([one], one.name) !== effectOf(project.settings, one.name))
  const without = <S extends Setting>(settings: readonly S[], names: readonly Setting[]): S[] =>
    settings.filter(({ name }) => !names.some(other => other.name === name))
  const done = () => {
    setDraft(known => known.filter(one => !changed.includes(one)))
    // Fixed wording (docs/product/projects.md "Texts").
    toast.success('Settings updated')
  }
  return {
    settings: [...without(project.settings, changed), ...changed],
    change: (one: SettingChange) => setDraft(known => [...without(known, [one]), one]),
    /** For the section that they are in. */
    section: {
      isChanged: changed.length > 0,
      isSaving: saving.isPending,
      onSave: () => (changed.length > 0 ? sayWhenDone(saving.mutateAsync(changed), done) : done()),
    },
  }
}
