import { Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Problem, SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import classes from './problem-list.module.css'

type Props = {
  readonly network: SocialNetwork
  readonly problems: readonly Problem[]
  /** Goes to the field. */
  readonly onJump: (problem: Problem) => void
}

/** "2 problems on Instagram": what its network would refuse, before it is tried (docs/product/posts.md "Problems"). */
export function ProblemList({ network, problems, onJump }: Props) {
  if (problems.length === 0) return null
  const title = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} on ${networkNames[network]}`
  return (
    <section className={classes.list} aria-label={title}>
      <h2 className={classes.title}>
        <IconAlertTriangle size={16} aria-hidden />
        {title}
      </h2>
      <ul className={classes.items}>
        {problems.map(problem => (
          <li key={`${problem.code}-${problem.index ?? ''}`}>
            <Anchor component="button" type="button" size="sm" c="inherit" onClick={() => onJump(problem)}>
              {problem.index === undefined || problem.field === 'link'
                ? problem.text
                : `File ${problem.index + 1}: ${problem.text}`}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  )
}
