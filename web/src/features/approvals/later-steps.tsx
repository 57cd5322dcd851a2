import { ActionIcon, Button, MultiSelect } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { STEPS_MAX } from '#domain/approvals/limits.ts'
import { type DeadlineChoice, DeadlineField, noDeadline } from './deadline-field.tsx'
import classes from './send-to-approval-modal.module.css'

/** Who of the client is asked next, as it is chosen; `key`: for React. */
export type LaterStep = {
  readonly key: number
  readonly chosen: readonly string[]
  readonly decideBy: DeadlineChoice
}

type Props = {
  /** The client's people who can be chosen, with those who are asked first. */
  readonly people: readonly { readonly value: string; readonly label: string }[]
  readonly first: readonly string[]
  readonly steps: readonly LaterStep[]
  readonly onChange: (steps: readonly LaterStep[]) => void
}

/** The client's people who are asked once those before them have approved (docs/product/approvals.md "One after the other"). */
export function LaterSteps({ people, first, steps, onChange }: Props) {
  const taken = (but: LaterStep | null) =>
    new Set([...first, ...steps.flatMap(step => (step === but ? [] : step.chosen))])
  const left = people.filter(({ value }) => !taken(null).has(value))
  const change = (step: LaterStep, part: Partial<LaterStep>) =>
    onChange(steps.map(one => (one === step ? { ...one, ...part } : one)))
  const canAdd =
    left.length > 0 && steps.length < STEPS_MAX - 1 && steps.every(({ chosen }) => chosen.length > 0)
  return (
    <>
      {steps.map((step, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside its button.
        <div key={step.key} className={classes.step} role="group" aria-label={stepName(index)}>
          <div className={classes.stepHead}>
            <MultiSelect
              className={classes.stepPeople}
              label={stepName(index)}
              description={index === 0 ? 'Asked when those above have approved.' : undefined}
              data={people.filter(({ value }) => !taken(step).has(value))}
              value={[...step.chosen]}
              onChange={chosen => change(step, { chosen })}
              searchable
              hidePickedOptions
              autoFocus={step.chosen.length === 0}
              styles={{ inputField: { outline: 'none' } }}
              // Fixed wording (docs/product/posts.md "Texts").
              nothingFoundMessage="No options"
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove “${stepName(index)}”`}
              onClick={() => onChange(steps.filter(one => one !== step))}
            >
              <IconX size={16} />
            </ActionIcon>
          </div>
          <DeadlineField value={step.decideBy} onChange={decideBy => change(step, { decideBy })} isShort />
        </div>
      ))}
      {canAdd && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.add}
          leftSection={<IconPlus size={14} />}
          onClick={() =>
            onChange([...steps, { key: (steps.at(-1)?.key ?? 0) + 1, chosen: [], decideBy: noDeadline }])
          }
        >
          {steps.length === 0 ? 'Then ask others of the client' : 'Then ask others'}
        </Button>
      )}
    </>
  )
}

const stepName = (index: number): string => (index === 0 ? 'Then ask' : `Then ask (${index + 2})`)
