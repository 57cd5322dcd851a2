import { Button, Select, TextInput } from '@mantine/core'
import { auditWords } from '#domain/agencies/audit-log/rules.ts'
import { useAuditChoices } from '../api.ts'
import classes from './audit-log.module.css'
import { type AuditSearch, filtersOf, isNarrowed } from './audit-search.ts'

type Props = {
  readonly agencyId: number
  readonly search: AuditSearch
  readonly onSearch: (search: AuditSearch) => void
}

const actions = Object.entries(auditWords).map(([value, label]) => ({ value, label }))

const numberOf = (text: string | null): number | undefined => (text === null ? undefined : Number(text))

/** What the log is narrowed to: it stands in the address, so that Back and a shared link work. */
export function AuditFilterBar({ agencyId, search, onSearch }: Props) {
  const { data } = useAuditChoices(agencyId)
  const filters = filtersOf(search)
  const set = (part: AuditSearch) => onSearch({ ...search, ...part })
  const people = data?.actors.map(({ id, name, email }) => ({
    value: String(id),
    label: `${name} (${email})`,
  }))
  const projects = data?.projects.map(({ id, name, is_deleted }) => ({
    value: String(id),
    label: is_deleted ? `${name} (deleted)` : name,
  }))
  return (
    <section className={classes.filters} aria-label="Filter the audit log">
      <Select
        label="What"
        placeholder="Any change"
        data={actions}
        value={filters.action ?? null}
        onChange={action => set({ action: action ?? undefined })}
        searchable
        clearable
      />
      <Select
        label="Who"
        placeholder="Anybody"
        data={people ?? []}
        value={filters.actorId ? String(filters.actorId) : null}
        onChange={person => set({ person: numberOf(person) })}
        searchable
        clearable
      />
      <Select
        label="Project"
        placeholder="Any project"
        data={projects ?? []}
        value={filters.projectId ? String(filters.projectId) : null}
        onChange={project => set({ project: numberOf(project) })}
        searchable
        clearable
      />
      <TextInput
        type="date"
        label="From"
        value={filters.from ?? ''}
        max={filters.to}
        onChange={event => set({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label="To"
        value={filters.to ?? ''}
        min={filters.from}
        onChange={event => set({ to: event.currentTarget.value || undefined })}
      />
      {isNarrowed(filters) && (
        <Button variant="default" size="xs" onClick={() => onSearch({})}>
          Clear filters
        </Button>
      )}
    </section>
  )
}
