import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { messageOf } from '#web/platform/api-error.ts'
import { homeOfProject } from '#web/platform/redirects.ts'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import classes from './project-search.module.css'
import { type ProjectResult, useProjectResults } from './use-project-results.ts'

type ProjectLinkProps = {
  readonly project: ProjectResult
  readonly isCurrent: boolean
  readonly onClick: () => void
}

/** A project as a line of a list: logo and name, and the name of the agency where there may be many. */
function ProjectLink({ project, isCurrent, onClick }: ProjectLinkProps) {
  return (
    <Link
      to={homeOfProject(project)}
      className={classes.link}
      aria-current={isCurrent || undefined}
      onClick={onClick}
    >
      <PersonAvatar name={project.name} image={project.logo_image_link} size={28} radius="md" decorative />
      <span className={classes.name}>
        <bdi>{project.name}</bdi>
        {project.agency_name !== undefined && <bdi className={classes.agency}>{project.agency_name}</bdi>}
      </span>
    </Link>
  )
}

type Props = { readonly current: number | null; readonly onPicked: () => void }

/** The search popup of the project rail (docs/product/projects.md "Project rail"). Enter opens the first result. */
export function ProjectSearch({ current, onPicked }: Props) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const found = useProjectResults(text)
  const openFirst = async () => {
    const first = await found.findFirst()
    if (!first) return
    onPicked()
    void navigate({ to: homeOfProject(first) })
  }
  const clear = () => {
    setText('')
    field.current?.focus()
  }
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap">
        <TextInput
          ref={field}
          flex={1}
          data-autofocus
          // Fixed wording (docs/product/projects.md "Project rail").
          aria-label="I'm looking for project..."
          placeholder="I'm looking for project..."
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          onKeyDown={event => event.key === 'Enter' && void openFirst()}
        />
        <Button variant="subtle" color="gray" px="xs" onClick={clear}>
          Clear
        </Button>
      </Group>
      <Text size="xs" fw={600} c="dimmed" id="project-results">
        Results
      </Text>
      <Results {...found} current={current} onPicked={onPicked} />
    </Stack>
  )
}

type Found = Pick<ReturnType<typeof useProjectResults>, 'results' | 'total' | 'search'>

function Results({ results, total, search, current, onPicked }: Found & Props) {
  if (search?.error && !search.isFetchNextPageError)
    return <Failed message={messageOf(search.error)} onRetry={() => void search.refetch()} />
  if (results === undefined)
    return (
      <Loading label="Searching…">
        <Skeleton height={36} mb={6} />
        <Skeleton height={36} mb={6} />
        <Skeleton height={36} />
      </Loading>
    )
  if (results.length === 0)
    return (
      <Text size="sm" c="dimmed" py="sm" role="status">
        {/* Fixed wording (docs/product/projects.md "Texts"). */}
        Empty result
      </Text>
    )
  return (
    <>
      <Stack
        gap={2}
        mah={320}
        component="nav"
        aria-labelledby="project-results"
        aria-busy={search?.isPlaceholderData || undefined}
        style={{ overflowY: 'auto' }}
      >
        {results.map(project => (
          <ProjectLink
            key={project.id}
            project={project}
            isCurrent={project.id === current}
            onClick={onPicked}
          />
        ))}
        {search?.hasNextPage && <MoreResults search={search} />}
      </Stack>
      {total !== null && (
        <Text size="xs" c="dimmed">
          {results.length} of your {total.toLocaleString('en')} projects are listed. Type to find the others.
        </Text>
      )}
    </>
  )
}

function MoreResults({ search }: { search: NonNullable<Found['search']> }) {
  return (
    <>
      {search.isFetchNextPageError && (
        <Text size="sm" c="var(--g-danger-text)" role="alert">
          {messageOf(search.error)}
        </Text>
      )}
      <Button
        variant="default"
        flex="none"
        mt="xs"
        loading={search.isFetchingNextPage}
        onClick={() => void search.fetchNextPage()}
      >
        Show more projects
      </Button>
    </>
  )
}
