import { Loader, Text } from '@mantine/core'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import classes from './suggestion-list.module.css'
import type { Suggestion, Suggestions } from './use-suggestions.ts'

type Props = {
  readonly id: string
  readonly label: string
  readonly suggestions: Suggestions
  /** What to know about the network's search. */
  readonly note: string | null
  readonly active: number
  readonly onChoose: (index: number) => void
  readonly onPoint: (index: number) => void
}

/** The list below the caret: loading, empty, an error, or the suggestions (docs/product/hashtags.md "Suggestions"). */
export function SuggestionList({ id, label, suggestions, note, active, onChoose, onPoint }: Props) {
  const { state, error, items } = suggestions
  return (
    // With nothing to choose, a click goes to what lies behind the list.
    <div className={classes.list} data-inert={state === 'loading' || state === 'empty' || undefined}>
      <div role="status">
        {state === 'loading' && (
          <span className={classes.note}>
            <Loader size={14} color="gray" /> Loading…
          </span>
        )}
        {/* Fixed wording (docs/product/hashtags.md "Suggestions"). */}
        {state === 'empty' && <span className={classes.note}>Empty list</span>}
        {state === 'error' && <span className={classes.note}>{error}</span>}
      </div>
      <div id={id} role="listbox" aria-label={label} className={classes.options}>
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the text chooses
          <div
            key={item.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classes.option}
            // Keeps the caret in place.
            onPointerDown={event => event.preventDefault()}
            onPointerMove={() => onPoint(index)}
            onClick={() => onChoose(index)}
          >
            <Line item={item} />
          </div>
        ))}
      </div>
      {note !== null && <div className={classes.hint}>{note}</div>}
    </div>
  )
}

function Line({ item: { text, mention } }: { item: Suggestion }) {
  if (mention === null) return <Text size="sm">{text}</Text>
  return (
    <>
      <PersonAvatar name={mention.name} image={mention.logo_url} size={28} decorative />
      <span className={classes.words}>
        <Text size="sm" fw={550} truncate>
          {mention.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {mention.username ? `@${mention.username}` : (mention.vanity_name ?? text)}
        </Text>
      </span>
    </>
  )
}
