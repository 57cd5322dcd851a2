import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'
import { homeOfProject } from '#web/platform/redirects.ts'
import { holds } from '#web/ui/search-field.tsx'
import { ProjectLink } from './project-link.tsx'

/** The projects whose name contains the text, in their usual order. */
export const projectsMatching = (projects: readonly OwnProject[], text: string): readonly OwnProject[] =>
  projects.filter(({ name }) => holds(name, text))

type Props = {
  readonly projects: readonly OwnProject[]
  readonly current: number | null
  readonly onPicked: () => void
}

/** The search popup of the project rail (docs/product/projects.md "Project rail"). Enter opens the first result. */
export function ProjectSearch({ projects, current, onPicked }: Props) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const results = projectsMatching(projects, text)
  const openFirst = () => {
    const [first] = results
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
          onKeyDown={event => event.key === 'Enter' && openFirst()}
        />
        <Button variant="subtle" color="gray" px="xs" onClick={clear}>
          Clear
        </Button>
      </Group>
      <Text size="xs" fw={600} c="dimmed" id="project-results">
        Results
      </Text>
      {results.length === 0 ? (
        <Text size="sm" c="dimmed" py="sm" role="status">
          {/* Fixed wording (docs/product/projects.md "Texts"). */}
          Empty result
        </Text>
      ) : (
        <Stack
          gap={2}
          mah={320}
          component="nav"
          aria-labelledby="project-results"
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
        </Stack>
      )}
    </Stack>
  )
}
