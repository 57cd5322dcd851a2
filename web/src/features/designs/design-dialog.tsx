import { Alert, Button, Group, Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { searchDesignTypes } from '#domain/designs/design-types.ts'
import { convertSize, type DesignSize, defaultDesignSize, isDesignTooLarge } from '#domain/designs/size.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useDisconnectDesignTool, useStartDesign } from './api.ts'
import classes from './design-dialog.module.css'
import { SizeEditor } from './size-editor.tsx'

type Props = {
  readonly postSocialId: number
  /** The name of the design tool. */
  readonly tool: string
  readonly isConnected: boolean
  /** Saves the draft; false: it could not be saved, so it must not be left. */
  readonly save: () => Promise<boolean>
  readonly onClose: () => void
}

const notSaved =
  'Your last changes are not saved yet, so the design tool was not opened. Try again in a moment.'

/** What to design: one of the design types, or a custom size (docs/product/design-tool.md "The round trip"). */
export function DesignDialog({ postSocialId, tool, isConnected, save, onClose }: Props) {
  const projectId = useProjectId()
  const [search, setSearch] = useState('')
  const [size, setSize] = useState<DesignSize>(defaultDesignSize)
  const [problem, setProblem] = useState<string | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const { mutateAsync } = useStartDesign(projectId)
  const found = searchDesignTypes(search)
  const pixels = convertSize(size, 'px')
  const isTooLarge = isDesignTooLarge(pixels)
  const start = async (title: string, { width, height }: Pick<DesignSize, 'width' | 'height'>) => {
    setLeaving(true)
    setProblem(null)
    try {
      if (!(await save())) throw new Error(notSaved)
      const { url } = await mutateAsync({ post_social_id: postSocialId, title, width, height })
      window.location.assign(url)
    } catch (error) {
      setProblem(error instanceof Error && error.message === notSaved ? notSaved : messageOf(error))
      setLeaving(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="What do you want to design?"
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {isConnected ? (
          <Connection tool={tool} />
        ) : (
          <Text size="sm" c="dimmed">
            {tool} asks once whether Galley may create and read your designs.
          </Text>
        )}
        {problem !== null && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        <TextInput
          label="Search design types"
          placeholder="Instagram story, 1080x1920"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
          data-autofocus
        />
        <ul className={classes.types} aria-label="Design types">
          {found.map(({ id, name, width, height }) => (
            <li key={id}>
              <UnstyledButton
                className={classes.type}
                disabled={isLeaving}
                onClick={() => void start(name, { width, height })}
              >
                <span className={classes.shape} aria-hidden>
                  <span style={{ aspectRatio: `${width} / ${height}` }} data-tall={height > width} />
                </span>
                <span>
                  <span className={classes.name}>{name}</span>
                  <span className={classes.size}>
                    {width} × {height} px
                  </span>
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
        <Text size="sm" c="dimmed" role="status">
          {found.length === 0 ? 'No design type matches. Choose a size of your own below.' : ''}
        </Text>
        <fieldset className={classes.custom}>
          <legend>Custom size</legend>
          <SizeEditor value={size} onChange={setSize} />
          <Group justify="space-between" mt="sm" gap="sm">
            <Text size="xs" c={isTooLarge ? 'var(--g-danger-text)' : 'dimmed'} role="status">
              {isTooLarge
                ? `${pixels.width} × ${pixels.height} px is too large: ${tool} makes up to 25 million pixels, such as 5000 × 5000.`
                : `${pixels.width} × ${pixels.height} px`}
            </Text>
            <Button
              disabled={isTooLarge}
              loading={isLeaving}
              onClick={() => void start('Custom design', pixels)}
            >
              Design this size
            </Button>
          </Group>
        </fieldset>
      </Stack>
    </Modal>
  )
}

function Connection({ tool }: { tool: string }) {
  const { mutate, isPending } = useDisconnectDesignTool()
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed">
        Your account at {tool} is connected. Your designs there stay if you disconnect it.
      </Text>
      <Button variant="subtle" size="compact-sm" loading={isPending} onClick={() => mutate()}>
        Disconnect
      </Button>
    </Group>
  )
}
