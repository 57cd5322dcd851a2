import { Button, Select, TextInput } from '@mantine/core'
import { auditWords } from '#domain/agencies/audit-log.ts'
import { useListAuditFilters } from './api.ts'
import classes from './audit-log.module.css'
import { type AuditSearch, filtersOf, isNarrowed } from './audit-search.ts'

type Props = {
  readonly agencyId: number
  readonly search: AuditSearch
  readonly onSearch: (search: AuditSearch) => void
}

const actions = Object.entries(auditWords).map(([value, label]) => ({ value, label }))

/** The filters of the log. They live in the address, so that Back and a shared link work. */
export function AuditFilterBar({ agencyId, search, onSearch }: Props) {
  const { data } = useListAuditFilters(agencyId)
  const filters = filtersOf(search)
  const set = (part: AuditSearch) => onSearch({ ...search, ...part })
  const people = data?.actors.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))
  const projects = data?.projects.map(({ id, name, is_deleted }) => ({
    value: id,
    label: is_deleted ? `${name} (deleted)` : name,
  }))
  return (
    <section className={classes.filters} aria-label="Filter the audit log">
      <Choice
        label="What"
        placeholder="Any change"
        choices={actions}
        chosen={filters.action}
        onChoose={action => set({ action })}
      />
      <Choice
        label="Who"
        placeholder="Anybody"
        choices={people}
        chosen={filters.actorId}
        onChoose={person => set({ person })}
      />
      <Choice
        label="Project"
        placeholder="Any project"
        choices={projects}
        chosen={filters.projectId}
        onChoose={project => set({ project })}
      />
      <Day label="From" day={filters.from} max={filters.to} onChange={from => set({ from })} />
      <Day label="To" day={filters.to} min={filters.from} onChange={to => set({ to })} />
      {isNarrowed(filters) && (
        <Button variant="default" size="xs" onClick={() => onSearch({})}>
          Clear filters
        </Button>
      )}
    </section>
  )
}

type ChoiceProps<T> = {
  readonly label: string
  readonly placeholder: string
  /** Empty until they are loaded. */
  readonly choices: readonly { readonly value: T; readonly label: string }[] | undefined
  readonly chosen: T | undefined
  readonly onChoose: (value: T | undefined) => void
}

/** A select with search. */
function Choice<T extends string | number>({
  label,
  placeholder,
  choices = [],
  chosen,
  onChoose,
}: ChoiceProps<T>) {
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={choices.map(choice => ({ value: String(choice.value), label: choice.label }))}
      value={chosen === undefined ? null : String(chosen)}
      onChange={text => onChoose(choices.find(({ value }) => String(value) === text)?.value)}
      searchable
      clearable
      nothingFoundMessage="Not found"
      // Names with addresses are wider than the field.
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      styles={{ dropdown: { minWidth: 160, maxWidth: 'calc(100vw - 32px)' } }}
    />
  )
}

type DayProps = {
  readonly label: string
  readonly day: string | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onChange: (day: string | undefined) => void
}

function Day({ day, onChange, ...field }: DayProps) {
  return (
    <TextInput
      {...field}
      type="date"
      value={day ?? ''}
      onChange={event => onChange(event.currentTarget.value || undefined)}
    />
  )
}
