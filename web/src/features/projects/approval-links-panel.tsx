import { NativeSelect, Switch } from '@mantine/core'
import { linkDays } from '#domain/approval-links/lifetime.ts'
import { countText } from '#domain/kernel/count-text.ts'
import { type ClientLanguage, clientLanguages, languageNames } from '#domain/kernel/languages/languages.ts'
import { CLIENT_LANGUAGE, isSettingOn, settingValue } from '#domain/permissions/settings.ts'
import type { Project } from '#domain/projects/model.ts'
import { SettingsSection } from './settings-section.tsx'
import { useSettingsDraft } from './use-settings-draft.ts'

const choices = [1, 3, 7, 14, 30, 60, 90]

const switches = [
  {
    name: 'approval-link-code',
    label: 'Confirm new devices for approval links',
    description:
      'A link asks for a code that is mailed to its person before it shows anything on a new device.',
  },
  {
    name: 'approval-link-mail-only',
    label: 'Send approval links by mail only',
    description:
      'Nobody can copy a link and decide in a client’s name. Links that were copied before stop working.',
  },
] as const

/** In which language clients are written to, how long approval links last, whether they ask for a code on a new device, and whether they can be copied (docs/product/approval-links.md "How long it lasts", "New devices" and "Copying a link"). */
export function ApprovalLinksPanel({ project }: { readonly project: Project }) {
  const { settings, change, section } = useSettingsDraft(project)
  const days = linkDays(settings)
  return (
    <SettingsSection
      title="Approval links"
      about="Clients decide by a personal link, without a password."
      {...section}
    >
      <NativeSelect
        label="A link works for"
        description="Concerns new links. Those that were sent keep their days."
        maw={320}
        value={String(days)}
        data={[...new Set([...choices, days])]
          .toSorted((one, other) => one - other)
          .map(each => ({ value: String(each), label: countText(each, 'day') }))}
        onChange={event => change({ name: 'approval-link-days', value: event.currentTarget.value })}
      />
      <NativeSelect
        label="Language of clients"
        description="Their mails, and the page of their link. Each of them can choose another one there."
        maw={320}
        value={settingValue(settings, CLIENT_LANGUAGE) || 'en'}
        data={clientLanguages.map(each => ({ value: each, label: languageNames[each] }))}
        onChange={event =>
          change({ name: CLIENT_LANGUAGE, value: event.currentTarget.value as ClientLanguage })
        }
      />
      {switches.map(({ name, label, description }) => (
        <Switch
          key={name}
          label={label}
          description={description}
          checked={isSettingOn(settings, name)}
          onChange={event => change({ name, value: event.currentTarget.checked ? 'true' : 'false' })}
        />
      ))}
    </SettingsSection>
  )
}
