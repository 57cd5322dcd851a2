import { Select, Stack, Text, Title } from '@mantine/core'
import type { PostImport } from '#domain/imports/contract.ts'
import { nearestName } from '#domain/imports/near-names.ts'
import type { ProfileTarget } from '#domain/imports/profiles.ts'
import type { TableChoice } from './api.ts'
import classes from './imports.module.css'

/** A network, as `Facebook: Harbor` where an account is connected. */
type NetworkOption = { readonly value: string; readonly label: string }
type Props = {
  readonly found: PostImport
  readonly networks: readonly NetworkOption[]
  readonly isBusy: boolean
  readonly onChange: (choice: TableChoice) => void
}

/** The names in a table that Galley does not know, each with what it can mean. (docs/product/imports.md "What is asked") */
export function UnknownNames({ found, networks, isBusy, onChange }: Props) {
  const { profiles, campaigns, campaign_names: names } = found
  const accounts = networks.flatMap(({ label }) => label.split(': ').slice(1).join(': ') || [])
  return (
    <>
      {profiles.length > 0 && (
        <Names
          title="Profiles"
          text="Galley does not know these names. Your choice is remembered for this project."
          placeholder="Choose a network"
          entries={profiles.map(({ name, target }) => ({ name, value: target }))}
          choices={[...networks, { value: 'none', label: 'Leave it out' }]}
          near={accounts}
          isBusy={isBusy}
          onChange={chosen =>
            onChange({
              profiles: chosen.map(({ name, value }) => ({ name, target: value as ProfileTarget | null })),
            })
          }
        />
      )}
      {campaigns.length > 0 && (
        <Names
          title="Campaigns"
          text="This project has no campaigns of these names. Posts of a name without a choice belong to none."
          placeholder="None"
          entries={campaigns.map(({ name, campaign }) => ({ name, value: campaign }))}
          choices={names.map(name => ({ value: name, label: name }))}
          near={names}
          isBusy={isBusy}
          onChange={chosen =>
            onChange({ campaigns: chosen.map(({ name, value }) => ({ name, campaign: value })) })
          }
        />
      )}
    </>
  )
}

type ChosenName = { readonly name: string; readonly value: string | null }
type NamesProps = {
  readonly title: string
  readonly text: string
  readonly placeholder: string
  readonly entries: readonly ChosenName[]
  readonly choices: readonly NetworkOption[]
  /** Names of which one may have been meant. */
  readonly near: readonly string[]
  readonly isBusy: boolean
  readonly onChange: (chosen: readonly ChosenName[]) => void
}

function Names({ title, text, placeholder, entries, choices, near, isBusy, onChange }: NamesProps) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <div className={classes.fields}>
        {entries.map(({ name, value }) => {
          const meant = nearestName(name, near)
          return (
            <Select
              key={name}
              label={name}
              description={meant === null ? undefined : `Did you mean “${meant}”?`}
              placeholder={placeholder}
              disabled={isBusy}
              data={[...choices]}
              value={value}
              onChange={chosen =>
                onChange(entries.map(one => (one.name === name ? { name, value: chosen } : one)))
              }
              clearable
              clearButtonProps={{ 'aria-label': `Clear ${name}` }}
            />
          )
        })}
      </div>
    </Stack>
  )
}
