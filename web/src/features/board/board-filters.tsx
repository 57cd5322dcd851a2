import { Button, NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { isSocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { Board } from '#domain/publishing/board-contract.ts'
import { risks } from '#domain/publishing/outlook-codes.ts'
import { riskWords } from '#domain/publishing/outlook-words.ts'
import { useMe } from '#web/platform/me.ts'
import classes from './board.module.css'
import type { BoardSearch } from './board-search.ts'

type Props = { readonly board: Board; readonly search: BoardSearch }

/** The counts, which filter by state, and what else can be filtered by. All of it is in the address. */
export function BoardFilters({ board, search }: Props) {
  const navigate = useNavigate()
  const me = useMe()
  const go = (change: BoardSearch) => void navigate({ to: '/board', search: { ...search, ...change } })
  const { counts, clients, people, labels } = board
  const isFiltered = Object.values(search).some(value => value !== undefined)
  const of = (id: number, name: string) => ({ value: String(id), label: name })
  return (
    <div className={classes.filters}>
      <fieldset className={classes.counts} aria-label="Posts by state">
        {risks.map(risk => (
          <button
            key={risk}
            type="button"
            data-risk={risk}
            aria-pressed={search.risk === risk}
            onClick={() => go({ risk: search.risk === risk ? undefined : risk })}
          >
            <b>{counts[risk]}</b> <span aria-hidden>{riskWords[risk].sign}</span> {riskWords[risk].text}
          </button>
        ))}
      </fieldset>
      <Button
        variant={search.person === me.id ? 'light' : 'default'}
        aria-pressed={search.person === me.id}
        onClick={() => go({ person: search.person === me.id ? undefined : me.id })}
      >
        Waits for me
      </Button>
      <NativeSelect
        aria-label="Client"
        value={search.clients ?? ''}
        onChange={({ currentTarget: { value } }) => go({ clients: value || undefined })}
        data={[{ value: '', label: 'All clients' }, ...clients.map(({ id, name }) => of(id, name))]}
      />
      <NativeSelect
        aria-label="Network"
        value={search.network ?? ''}
        onChange={({ currentTarget: { value } }) =>
          go({ network: isSocialNetwork(value) ? value : undefined })
        }
        data={[
          { value: '', label: 'All networks' },
          ...socialNetworks.map(network => ({ value: network, label: networkNames[network] })),
        ]}
      />
      {labels.length > 0 && (
        <NativeSelect
          aria-label="Label"
          value={search.label ?? ''}
          onChange={({ currentTarget: { value } }) => go({ label: value || undefined })}
          data={[{ value: '', label: 'All labels' }, ...labels]}
        />
      )}
      <NativeSelect
        className={classes.waitsFor}
        aria-label="Waits for"
        value={String(search.person ?? '')}
        onChange={({ currentTarget: { value } }) => go({ person: value ? Number(value) : undefined })}
        data={[{ value: '', label: 'Waits for anybody' }, ...people.map(({ id, name }) => of(id, name))]}
      />
      {isFiltered && (
        <Button variant="subtle" color="gray" onClick={() => void navigate({ to: '/board', search: {} })}>
          Show all
        </Button>
      )}
    </div>
  )
}
