import { Text, TextInput } from '@mantine/core'
import { fillLinkTemplate, linkWithParameters } from '#domain/campaigns/link-parameters.ts'
import { settingValue } from '#domain/permissions/settings.ts'
import {
  linkParametersProblem,
  linkSitesIn,
  linkSitesProblem,
  linkTemplateOf,
  usualLinkParameters,
} from '#domain/projects/link-parameters.ts'
import type { Project } from '#domain/projects/model.ts'
import { SettingsSection } from './settings-section.tsx'
import { useSettingsDraft } from './use-settings-draft.ts'

/** What links of posts get, so that a site's statistics tell where its visitors come from (docs/product/link-parameters.md "Template"). */
export function LinkParametersPanel({ project }: { readonly project: Project }) {
  const { settings, change, section } = useSettingsDraft(project)
  const template = settingValue(settings, 'link-parameters') ?? ''
  const sites = settingValue(settings, 'link-parameter-sites') ?? ''
  const problems = [linkParametersProblem(template), linkSitesProblem(sites)]
  const isRight = problems.every(problem => problem === null)
  const words = { project: project.name, network: 'facebook', campaign: 'Spring Sale' } as const
  const parameters = isRight ? fillLinkTemplate(linkTemplateOf(settings), words) : null
  const example = `https://${linkSitesIn(sites)[0] ?? 'example.com'}/shop`
  return (
    <SettingsSection
      title="Link parameters"
      about="Tell the statistics of a site which posts its visitors come from. The editor and Edit… add them to links; nothing is added later."
      {...section}
      onSave={() => void (isRight && section.onSave())}
    >
      <TextInput
        label="Parameters"
        description="{project}, {network} and {campaign} become the names of each post’s."
        placeholder={usualLinkParameters}
        autoComplete="off"
        spellCheck={false}
        value={template}
        error={problems[0]}
        onChange={event => change({ name: 'link-parameters', value: event.currentTarget.value })}
      />
      <TextInput
        label="Only links to"
        description="Sites with commas between them. Leave it empty for all links."
        placeholder="example.com, shop.example.com"
        autoComplete="off"
        spellCheck={false}
        value={sites}
        error={problems[1]}
        onChange={event => change({ name: 'link-parameter-sites', value: event.currentTarget.value })}
      />
      {parameters && (
        <Text size="sm" component="p" m={0} style={{ overflowWrap: 'anywhere' }}>
          For example, on Facebook in the campaign “Spring Sale”:{' '}
          <code>{linkWithParameters(example, parameters)}</code>
        </Text>
      )}
    </SettingsSection>
  )
}
